import process from 'node:process';
import { styleText } from 'node:util';

/** The output and the questions of the command. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly note: (text: string) => void;
  /** Formats text, if the terminal supports colors. */
  readonly style: (format: 'bold' | 'dim' | 'red' | 'green' | 'cyan', text: string) => string;
  /** Asks the user; `undefined` without an interactive terminal. */
  readonly questions: Questions | undefined;
  /** The user agent of the package manager, such as `pnpm/10.34.9 npm/? node/v20.20.2 linux x64`. */
  readonly userAgent: string | undefined;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const hasColor = stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    style: (format, text) => (hasColor ? styleText(format, text, { validateStream: false }) : text),
    questions: stdin.isTTY && stdout.isTTY ? clackQuestions() : undefined,
    userAgent: env['npm_config_user_agent'],
  };
}

/** The questions. Each resolves to `undefined` if the user cancels. */
interface Questions {
  readonly name: (suggested: string) => Promise<string | undefined>;
  readonly isTypeScript: () => Promise<boolean | undefined>;
  readonly isAgreed: () => Promise<boolean | undefined>;
}

/** Asks with `@clack/prompts`, which is loaded at the first question. */
function clackQuestions(): Questions {
  return {
    async name(suggested) {
      const { isCancel, text } = await import('@clack/prompts');
      const answer = await text({ message: 'Name of the project', initialValue: suggested });
      return isCancel(answer) ? undefined : answer;
    },
    async isTypeScript() {
      const { isCancel, select } = await import('@clack/prompts');
      const options = [
        { value: true, label: 'TypeScript' },
        { value: false, label: 'JavaScript' },
      ];
      const answer = await select({ message: 'Language', options });
      return isCancel(answer) ? undefined : answer;
    },
    async isAgreed() {
      const { confirm, isCancel } = await import('@clack/prompts');
      const answer = await confirm({ message: 'Write this?' });
      return isCancel(answer) ? undefined : answer;
    },
  };
}
