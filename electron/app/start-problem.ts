/** Why the program does not start: one plain line, and the exit code of design 4.1 (1 failed, 2 usage or bad settings). */
export interface StartProblem {
  readonly exitCode: 1 | 2;
  readonly message: string;
}
