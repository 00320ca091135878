/** What the rules need to know of the world, looked up beforehand and handed in. */

export interface PathFact {
  readonly is: 'file' | 'directory' | 'missing'
  /** Where a symbolic link in the path leads when that is outside the repository; else null. */
  readonly leavesBy: string | null
  /** Where the path leads by symbolic links within the repository, relative to it; absent where no link is in the path. */
  readonly leadsTo?: string
  /** The same where only folders are followed: what is deleted or renamed is a link itself. */
  readonly liesAt?: string
  /** An existing path that differs only in case or Unicode form; else null. */
  readonly twin: string | null
  /** Whether this system takes no name as long as one of the path; absent where it does. */
  readonly tooLong?: true
}

export interface Facts {
  /** By the path as declared in the plan; a path that is absent was not looked up. */
  readonly paths: ReadonlyMap<string, PathFact>
  /** Paths as declared that git ignores and does not track. */
  readonly ignored?: ReadonlySet<string>
  /** The plan's own path and bookkeeping paths, relative to the repository: protected (MW131). */
  readonly protectedPaths: readonly string[]
}

export const noFacts: Facts = { paths: new Map(), protectedPaths: [] }
