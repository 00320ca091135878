/**
 * The files in which the usual clients keep their MCP servers, in the order in which they count: what the user has set for
 * this very project, what the project's own files say, what the user has set for all projects. So does Claude Code order its
 * scopes; within one the files of the seed come first.
 */

import path from 'node:path'
import { isInside, realPathOf } from '../../system/look-at-path.ts'
import type { McpClient, McpPlace } from './server.ts'

export interface ClientFolders {
  /** Absolute path of the project. */
  readonly root: string
  /** Absolute path of the user's home folder; null where there is none. */
  readonly home: string | null
  /** Only what moves a client's folder is read: `XDG_CONFIG_HOME`, `APPDATA`, `CODEX_HOME`, `CLAUDE_CONFIG_DIR`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string
}

/**
 * All places, whether there is a file or not; the first that names a server wins.
 * Source: the documentation of each client (November 2026) and AGENTS-FACTS 4.
 */
export function clientFiles({ root, home, environment, platform }: ClientFolders): readonly McpPlace[] {
  const inProject = (client: McpClient, file: string, format: McpPlace['format'], ...keys: string[]): McpPlace => ({
    client,
    path: path.join(root, file),
    shown: file,
    source: 'repository',
    format,
    keys,
  })
  const project = [
    inProject('project', '.mcp.json', 'json', 'mcpServers'),
    inProject('cursor', '.cursor/mcp.json', 'jsonc', 'mcpServers'),
    inProject('vscode', '.vscode/mcp.json', 'jsonc', 'servers'),
    inProject('gemini', '.gemini/settings.json', 'jsonc', 'mcpServers'),
    ...['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map((it) =>
      inProject('opencode', it, 'jsonc', 'mcp'),
    ),
    inProject('codex', '.codex/config.toml', 'toml', 'mcp_servers'),
  ]
  if (home === null) return project
  const ofUser = (client: McpClient, file: string, format: McpPlace['format'], ...keys: string[]): McpPlace => ({
    client,
    path: file,
    shown: fromHome(home, file),
    // Whatever leads there, a variable or a link: what lies in the repository is the repository's word.
    source: liesIn(root, file) ? 'repository' : 'user',
    format,
    keys,
  })
  const settings = settingsFolder(home, environment, platform)
  const claude = path.join(absolute(environment['CLAUDE_CONFIG_DIR']) ?? home, '.claude.json')
  const codex = path.join(absolute(environment['CODEX_HOME']) ?? path.join(home, '.codex'), 'config.toml')
  const opencode = path.join(absolute(environment['XDG_CONFIG_HOME']) ?? path.join(home, '.config'), 'opencode')
  const roots = [...new Set([root, realPathOf(root) ?? root])]
  return [
    ...roots.map((it) => ofUser('claude-code', claude, 'json', 'projects', it, 'mcpServers')),
    ...project,
    ofUser('claude-code', claude, 'json', 'mcpServers'),
    ofUser('claude-desktop', path.join(settings, 'Claude', 'claude_desktop_config.json'), 'json', 'mcpServers'),
    ofUser('cursor', path.join(home, '.cursor/mcp.json'), 'jsonc', 'mcpServers'),
    ofUser('vscode', path.join(settings, 'Code', 'User', 'mcp.json'), 'jsonc', 'servers'),
    ofUser('gemini', path.join(home, '.gemini/settings.json'), 'jsonc', 'mcpServers'),
    ...['opencode.json', 'opencode.jsonc'].map((it) => ofUser('opencode', path.join(opencode, it), 'jsonc', 'mcp')),
    ofUser('codex', codex, 'toml', 'mcp_servers'),
    ofUser('windsurf', path.join(home, '.codeium/windsurf/mcp_config.json'), 'json', 'mcpServers'),
  ]
}

/** Where programs with windows keep their settings. Source: seed 004 §1.11, "Configuration location". */
function settingsFolder(home: string, environment: ClientFolders['environment'], platform: string): string {
  if (platform === 'darwin') return path.join(home, 'Library/Application Support')
  if (platform === 'win32') return absolute(environment['APPDATA']) ?? path.join(home, 'AppData/Roaming')
  return absolute(environment['XDG_CONFIG_HOME']) ?? path.join(home, '.config')
}

function liesIn(root: string, file: string): boolean {
  return isInside(root, file) || isInside(realPathOf(root) ?? root, realPathOf(file) ?? file)
}

function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.isAbsolute(folder) ? folder : null
}

function fromHome(home: string, file: string): string {
  const below = path.relative(home, file)
  return below.startsWith('..') || path.isAbsolute(below) ? file : `~/${below.split(path.sep).join('/')}`
}
