/** The three stacks that the loop is tried on. */

import { cpp } from './cpp.ts'
import { python } from './python.ts'
import type { Stack } from './stack.ts'
import { typescript } from './typescript.ts'

export const stacks: readonly Stack[] = [cpp, python, typescript]
