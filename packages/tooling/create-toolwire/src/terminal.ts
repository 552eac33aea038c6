import process from 'node:process';
import { clackQuestions, type Questions } from './questions.ts';

/** The output and the questions of the command. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly note: (text: string) => void;
  /** Asks the user; `undefined` without an interactive terminal. */
  readonly questions: Questions | undefined;
  /** The user agent of the package manager, such as `pnpm/10.34.9 npm/? node/v20.20.2 linux x64`. */
  readonly userAgent: string | undefined;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    questions: stdin.isTTY && stdout.isTTY ? clackQuestions() : undefined,
    userAgent: env['npm_config_user_agent'],
  };
}
