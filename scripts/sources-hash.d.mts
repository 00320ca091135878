export const hashFile: string
export function sourcesHash(root: string): string
