/** What starts, installs or publishes something is never run to see whether a goal is reached. */

import { expect, test } from 'vitest'
import { isActing } from '../../../src/run/completion/acting-command.ts'
import { criterionCommands, unrunCommands } from '../../../src/run/completion/run-commands.ts'
import { readFiles } from '../../dialects/spec/reading.ts'

test.each([
  'npm install',
  'npm start',
  'npm run dev',
  'npm run deploy:prod',
  'npm publish',
  'terraform apply',
  'docker compose up -d',
  'npx prisma migrate reset --force',
  'kubectl apply -f x.yml',
  'make deploy',
  'cargo install x',
  'pip install x',
  'curl -X POST http://127.0.0.1/x',
  'curl -d a=b http://127.0.0.1/x',
  'curl -sXPOST http://127.0.0.1/x',
  'curl --json {} http://127.0.0.1/x',
  'npx vitest --watch',
  'npm test -- --watch',
  'npm --prefix web run deploy',
  'npm -w pkg run deploy',
  'docker compose -f a.yml up',
  'npm run production-deploy',
  'npm run predeploy',
  'npm run db:migrate',
  'npm ci',
  'npx semantic-release',
  'npx --yes vercel --prod',
  'npx -y gh-pages -d dist',
  'deno task deploy',
  './gradlew publishToMavenCentral',
  './gradlew bootRun',
  './mvnw spring-boot:run',
  './deploy.sh',
  'bash scripts/publish.sh',
  'sh -c x',
  'node scripts/deploy.mjs',
  'node server.js',
  'python -m twine upload dist/*',
  'python manage.py migrate',
  'php artisan serve',
  'bundle exec cap production deploy',
  'docker run x',
  'go run ./cmd/server',
  'cargo run',
  'make run',
  'tsc -w',
])('%s is not run', (line) => {
  expect(isActing(line.split(' '))).toBe(true)
})

test.each([
  'npm test',
  'npm run test:ci',
  'npm run build',
  'npx vitest run tests/deploy',
  'npx tsc --noEmit',
  'make test',
  'cargo test --release',
  'pytest tests/test_deploy.py',
  'npm run deploy:check',
  'npm run ci',
  'npm publish --dry-run',
  'make -n deploy',
  'mvn clean install',
  './gradlew test',
  'kubectl rollout status deploy/x',
  'node check.js start',
  'npx start-server-and-test',
  'python -m pytest tests',
  'npx eslint src/server.js',
  'bundle exec rspec',
  'docker compose config',
  './deploy/check.sh --dry-run',
  'curl -f http://127.0.0.1/health',
  'docker build .',
  'terraform validate',
  'go test ./...',
  'grep -rn start src',
])('%s is', (line) => {
  expect(isActing(line.split(' '))).toBe(false)
})

test('it is told that it was not run, and a fence may make ready what its other commands need', () => {
  const fence = (lines: string): string => `# a\n## Verification\n\`\`\`bash\n${lines}\n\`\`\`\n`
  const { spec } = readFiles({ md: fence('npm install\nnpm test\nnpm run deploy') })
  expect(criterionCommands(spec).map(({ line }) => line)).toEqual(['npm test'])
  expect(unrunCommands(spec).map(({ why }) => why)).toEqual([
    'npm run deploy was not run: it starts, installs or publishes something, which a person has to do',
  ])
  const alone = readFiles({ md: fence('npm ci') }).spec
  expect([criterionCommands(alone), unrunCommands(alone).length]).toEqual([[], 1])
})

test('of the same command below two headings the one that says more counts', () => {
  for (const headings of [
    ['Must fail', 'Tests'],
    ['Tests', 'Must fail'],
    ['On Windows', 'Tests'],
  ]) {
    const md = `# a\n## Verification\n${headings.map((it) => `### ${it}\n\n- \`node ok.js\`\n`).join('\n')}`
    expect(criterionCommands(readFiles({ md }).spec).map(({ isAll }) => isAll)).toEqual([false])
  }
})
