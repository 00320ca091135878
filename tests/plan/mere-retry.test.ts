import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMereRetry } from '../../src/plan/mere-retry.ts'
import { effortOf } from '../rig/effort.ts'

const says = (text: string, argv: readonly string[] = []): { text: string; argv: readonly string[] } => ({ text, argv })

test.each([
  ['Download the tables', 'Try again'],
  ['Download the tables', 'Retry'],
  ['Download the tables', 'Retry up to 3 times'],
  ['Download the tables', 'Wait a few minutes and retry the download'],
  ['Download the tables', 'Re-run the same step'],
  ['Download the tables', 'Do it once more.'],
  ['Download the tables', 'Run it two more times'],
  ['Download the tables', 'Attempt it a second time'],
  ['Download the tables', 'Try to download the tables again if it fails'],
  ['Download the tables', 'download the TABLES.'],
  ['Download the tables', 'Please carefully download the tables'],
  ['下載表格', '下載表格'],
  ['Download the tables', 'Same as primary'],
  ['Download the tables', 'Exactly the same as the primary method.'],
  ['Download the tables', 'Same as Backup [1]'],
  ['Download the tables', 'Try it again with more time'],
  ['Download the tables', 'Rerun the command'],
  ['Download the tables', 'Execute the same script again'],
  ['Download the tables', 'Do it again, slower'],
  ['Download the tables', 'Give it another try'],
  ['Download the tables', 'Start over from scratch'],
  ['Download the tables', 'Keep trying'],
  ['Lade die Tabellen', 'Versuche es erneut'],
  ['Lade die Tabellen', 'Noch einmal versuchen'],
  ['Lade die Tabellen', 'Führe den Befehl nochmals aus'],
  ['Lade die Tabellen', 'Warte ein paar Minuten und wiederhole den Schritt'],
  ['Télécharger les tables', 'Réessayer plus tard'],
  ['Télécharger les tables', 'Exécuter la commande à nouveau'],
  ['Descargar las tablas', 'Inténtalo de nuevo'],
  ['Baixar as tabelas', 'Tente novamente'],
  ['Scarica le tabelle', 'Riprova'],
  ['Download de tabellen', 'Probeer het opnieuw'],
  ['Pobierz tabele', 'Spróbuj ponownie'],
  ['Скачать таблицы', 'Попробовать ещё раз'],
  ['下载表格', '重试'],
  ['下载表格', '再试一次。'],
  ['表をダウンロードする', 'もう一度試す'],
  ['표를 내려받는다', '다시 시도하세요'],
])('"%s": "%s" is a mere retry', (primary, backup) => {
  expect(isMereRetry(says(backup), [says(primary)])).toBe(true)
})

test.each([
  ['Read the documentation', 'If the documentation is incomplete, inspect source code directly'],
  ['Use linter A', 'Use linter B'],
  ['Convert with tool A, then with tool B', 'Convert with tool B, then with tool A'],
  ['Download from the server', 'Retry with the mirror'],
  ['Download from the server', 'Use another server'],
  ['Build with the cache', 'Retry without the cache'],
  ['Run 8 workers', 'Run 2 workers'],
  ['Run the migration', 'Debug the schema and retry'],
  ['Send the mail', 'Implement a retry mechanism with exponential backoff'],
  ['Download the tables', 'Retry with a script'],
  ['Download the tables', 'Try again with the script'],
  ['Download the tables', 'Same as primary, but from the mirror'],
  ['Download the tables', 'Retry with more workers'],
  ['Download the tables', 'Retry with a longer timeout'],
  ['Download the tables', 'Do not retry'],
  ['Use server A, with B as a fallback', 'Use server B as primary'],
  ['Run the command', 'Run the script'],
  ['Download the tables', 'Start over with the archive'],
  ['Lade die Tabellen', 'Versuche es erneut mit dem Spiegel'],
  ['Lade die Tabellen', 'Nicht wiederholen'],
  ['Télécharger les tables', 'Utiliser un nouveau serveur'],
  ['Descargar las tablas', 'Repetir con otro servidor'],
  ['Scarica le tabelle', 'Riprova dal mirror'],
  ['Скачать таблицы', 'Повторить с зеркала'],
  ['下载表格', '用镜像重试'],
  ['下载表格', '重新设计表格'],
  ['表をダウンロードする', '別のサーバーで再試行する'],
  ['Download the tables', ''],
  ['', ''],
  ['Download the tables', '…'],
])('"%s": "%s" is another way, or says nothing', (primary, backup) => {
  expect(isMereRetry(says(backup), [says(primary)])).toBe(false)
})

test('a backup is compared with every method before it', () => {
  expect(isMereRetry(says('Ask the mirror'), [says('Ask the server'), says('ask the mirror')])).toBe(true)
  expect(isMereRetry(says('Ask the mirror'), [])).toBe(false)
})

test('another program is another way, whatever its text says', () => {
  const primary = says('Convert the book', [])
  expect(isMereRetry(says('Convert the book', ['pandoc', 'book.md']), [primary])).toBe(false)
  const tool = says('Convert the book', ['pandoc', 'book.md'])
  expect(isMereRetry(says('Convert the book', ['pandoc', 'book.md']), [tool])).toBe(true)
  expect(isMereRetry(says('Convert the book', ['pandoc', '-s', 'book.md']), [tool])).toBe(false)
})

test('any text with a word is a mere retry of itself, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      if (/[\p{L}\p{N}]/u.test(one)) expect(isMereRetry(says(one), [says(one)])).toBe(true)
      expect(typeof isMereRetry(says(one), [says(other)])).toBe('boolean')
    }),
  )
})

test('its cost grows with the length of the texts', async () => {
  const long = (count: number): string => Array.from({ length: count }, (_, at) => `retry word${at} 12 more`).join(' ')
  const effort = (count: number): Promise<number> => {
    const text = long(count)
    return effortOf(() => isMereRetry(says(text), [says(text)]))
  }
  await effort(2_000)
  expect(await effort(80_000)).toBeLessThan(60)
})
