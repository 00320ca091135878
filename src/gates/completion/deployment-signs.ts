/** What shows that a thing of a kind that was to be built is there (seed 004 §6.4, 4). */

import type { DeploymentKind } from '../../plan/deployment-kind.ts'

export interface DeploymentSigns {
  /** What is looked for, in words. */
  readonly name: string
  /** Built things, by their paths: where one of them is there, the artifact exists. Null where nothing can be built. */
  readonly built: RegExp | null
  /** What builds or starts it: nobody knows whether it works before somebody has tried. */
  readonly recipe: RegExp
}

const serverFiles = String.raw`Dockerfile|(?:docker-)?compose[^/]*\.ya?ml|Procfile|manage\.py|wsgi\.py|asgi\.py|(?:app|server|main|index)\.(?:py|[cm]?js|ts)`

/** Each on a whole path with `/`. */
export const deploymentSigns: Readonly<Record<DeploymentKind, DeploymentSigns>> = {
  desktop_app: {
    name: '.exe, .app, .AppImage, or an installer (.msi, .dmg, .pkg, .deb, .rpm, .snap, .flatpak)',
    built: /\.(?:exe|app|appimage|msi|dmg|pkg|deb|rpm|snap|flatpak)$/i,
    recipe:
      /(?:^|\/)(?:electron-builder\.[^/]+|forge\.config\.[^/]+|tauri\.conf\.json|[^/]+\.spec|[^/]+\.iss|[^/]+\.nsi)$/i,
  },
  web_app: {
    name: 'a built page (dist/index.html), or what starts a server (a start script, Dockerfile, compose file, Procfile, manage.py)',
    built: /(?:^|\/)(?:dist|build|out|www|_site)\/(?:[^/]+\/)?index\.html$/i,
    recipe: new RegExp(String.raw`(?:^|\/)(?:index\.html|${serverFiles})$`, 'i'),
  },
  cli: {
    name: 'an executable (bin/, dist/, target/release/), a package, or one that is declared (bin of package.json, scripts of pyproject.toml)',
    built:
      /(?:^|\/)(?:(?:bin|target\/release)\/[^/]+|(?:dist|build)\/[^/.]+|(?:dist|build)\/[^/]+\.(?:exe|whl|tgz|tar\.gz|zip|jar))$/i,
    recipe: /(?:^|\/)(?:main\.go|src\/main\.rs|__main__\.py|Dockerfile)$/,
  },
  library: {
    name: 'a package (.whl, .tgz, .jar, .nupkg, .gem), or what makes it installable (package.json, pyproject.toml, Cargo.toml, go.mod …)',
    built: /\.(?:whl|tgz|jar|aar|nupkg|gem|crate)$|(?:^|\/)dist\/[^/]+\.tar\.gz$/i,
    recipe: /(?:^|\/)(?:CMakeLists\.txt|Makefile|meson\.build)$/,
  },
  api: {
    name: 'what starts a server (a start script, Dockerfile, compose file, Procfile, manage.py)',
    built: null,
    recipe: new RegExp(String.raw`(?:^|\/)(?:serverless\.ya?ml|main\.go|src\/main\.rs|${serverFiles})$`, 'i'),
  },
  mobile: {
    name: '.apk, .aab or .ipa',
    built: /\.(?:apk|aab|ipa)$/i,
    recipe: /(?:^|\/)(?:pubspec\.yaml|app\.json|build\.gradle(?:\.kts)?|capacitor\.config\.[^/]+)$|\.xcodeproj$/i,
  },
}
