import type { Fetch } from '@toolwire/client';
import { createSecretMask } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import type { Login } from '../login/create-login.ts';
import { type AnswerQuestion, createAnswerQuestion } from '../terminal/elicit.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createRawFetch } from './raw-fetch.ts';

/** The environment variables of the credentials, by flag. */
export const credentialVariables = {
  'api-key': 'TOOLWIRE_API_KEY',
  token: 'TOOLWIRE_TOKEN',
  'jwt-secret': 'TOOLWIRE_JWT_SECRET',
  'worker-secret': 'TOOLWIRE_WORKER_SECRET',
} as const;

export interface ConnectionSettings {
  readonly apiKey: string | undefined;
  readonly token: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly workerSecret: string | undefined;
  readonly isInsecureAllowed: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** Shows the requests and responses of another fetch too, with `--raw`. */
  readonly withRaw: (send: Fetch) => Fetch;
  /** Masks credentials in output. */
  readonly mask: (text: string) => string;
  /** Shows a line of a request or response, with `--raw`. */
  readonly showRaw: ((text: string) => void) | undefined;
  readonly note: (text: string) => void;
  /** Signs the user in if an MCP server requires it; `undefined` without `--auth login`. */
  readonly login: Login | undefined;
  /** Answers questions of MCP servers, by default with the user's input; `undefined` without an interactive terminal. */
  readonly answerQuestion: AnswerQuestion | undefined;
}

/** Reads the flags and environment variables of a connection. */
export function connectionSettings(args: Arguments, terminal: Terminal): ConnectionSettings {
  const { environment, note, question, signal } = terminal;
  const credential = (flag: keyof typeof credentialVariables): string | undefined => {
    const value = args.value(flag) ?? environment[credentialVariables[flag]];
    return value === '' ? undefined : value;
  };
  const apiKey = credential('api-key');
  const token = credential('token');
  const jwtSecret = credential('jwt-secret');
  const workerSecret = credential('worker-secret');
  const toolSecrets = [...args.values('secret'), ...args.values('authorization')].map((text) =>
    text.replace(/^[^=]*=/, ''),
  );
  const ownSecrets = [apiKey, token, jwtSecret, workerSecret].filter((secret) => secret !== undefined);
  const mask = createSecretMask([...ownSecrets, ...toolSecrets]);
  const showRaw = args.has('raw') ? note : undefined;
  const withRaw = (send: Fetch): Fetch => (showRaw === undefined ? send : createRawFetch(send, showRaw, mask));
  return {
    apiKey,
    token,
    jwtSecret,
    workerSecret,
    isInsecureAllowed: args.has('insecure'),
    timeoutMs: readTimeout(args.value('timeout')),
    signal,
    fetch: withRaw((url, init) => fetch(url, init)),
    withRaw,
    mask,
    showRaw,
    note,
    login: readLogin(args, terminal),
    answerQuestion: question && createAnswerQuestion({ question, note }),
  };
}

function readTimeout(text = '60'): number {
  const seconds = Number(text);
  // Timers take whole milliseconds, and 2.01 * 1000 is 2009.9999999999998.
  if (seconds > 0 && seconds <= 86_400) return Math.max(1, Math.round(seconds * 1000));
  throw usageError(`--timeout must be a number of seconds above 0 and up to 86400, got '${text}'.`);
}

/** Reads `--auth login`; `undefined` without it. The code of the login is loaded on first use. */
function readLogin(args: Arguments, terminal: Terminal): Login | undefined {
  const auth = args.value('auth');
  if (auth === undefined) return undefined;
  if (auth !== 'login') throw usageError(`--auth must be login, got '${auth}'.`);
  const context = { clientId: args.value('client-id'), terminal };
  const load = async (): Promise<Login> => (await import('../login/create-login.ts')).createLogin(context);
  return {
    savedToken: async (url) => (await load()).savedToken(url),
    signIn: async (url, challenge) => (await load()).signIn(url, challenge),
  };
}
