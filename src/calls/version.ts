/** The version of this program, written in by the build. */

declare const __MILLWRIGHT_VERSION__: string | undefined

/** As in package.json; `0.0.0` where the sources run unbuilt. */
export const version: string = typeof __MILLWRIGHT_VERSION__ === 'string' ? __MILLWRIGHT_VERSION__ : '0.0.0'
