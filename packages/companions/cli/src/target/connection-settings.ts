import { createHmac, randomUUID } from 'node:crypto';
import type { AuthOptions, Fetch } from '@toolwire/client';
import { createSecretMask } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import { lazyLogin } from '../login/lazy-login.ts';
import type { Login } from '../login/login.ts';
import type { Terminal } from '../terminal.ts';
import type { AnswerQuestion } from './mcp-connection.ts';
import { createRawFetch } from './raw-fetch.ts';

/** What all conversations with a target have in common. */
export interface ConnectionSettings {
  readonly apiKey: string | undefined;
  readonly token: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly workerSecret: string | undefined;
  readonly isInsecureAllowed: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** Hides credentials in what is shown. */
  readonly mask: (text: string) => string;
  /** Shows a line that went over the wire, where that was asked for. */
  readonly showRaw: ((text: string) => void) | undefined;
  readonly note: (text: string) => void;
  /** Signs the user in where a server of MCP wants that; left out where it was not asked for. */
  readonly login: Login | undefined;
  /** Asks the person; left out where nobody sits. */
  readonly question: Terminal['question'];
  /** Answers what servers of MCP ask, instead of the person. */
  readonly answerQuestion?: AnswerQuestion;
}

/** Reads the flags and the environment that say how to speak to a target. */
export function connectionSettings(given: Arguments, terminal: Terminal): ConnectionSettings {
  const { environment, note, question, signal } = terminal;
  const from = (flag: string, variable: string): string | undefined => {
    const found = given.value(flag) ?? environment[variable];
    return found === '' ? undefined : found;
  };
  const apiKey = from('api-key', 'TOOLWIRE_API_KEY');
  const token = from('token', 'TOOLWIRE_TOKEN');
  const jwtSecret = from('jwt-secret', 'TOOLWIRE_JWT_SECRET');
  const workerSecret = from('worker-secret', 'TOOLWIRE_WORKER_SECRET');
  const ofTools = [...given.values('secret'), ...given.values('authorization')].map((text) =>
    text.replace(/^[^=]*=/, ''),
  );
  const ours = [apiKey, token, jwtSecret, workerSecret].filter((each) => each !== undefined);
  const mask = createSecretMask([...ours, ...ofTools]);
  const showRaw = given.has('raw') ? note : undefined;
  const plainFetch: Fetch = (url, init) => fetch(url, init);
  return {
    apiKey,
    token,
    jwtSecret,
    workerSecret,
    isInsecureAllowed: given.has('insecure'),
    timeoutMs: readTimeout(given.value('timeout')),
    signal,
    fetch: showRaw === undefined ? plainFetch : createRawFetch(plainFetch, showRaw, mask),
    mask,
    showRaw,
    note,
    login: readLogin(given, terminal),
    question,
  };
}

function readLogin(given: Arguments, terminal: Terminal): Login | undefined {
  const auth = given.value('auth');
  // Without a value it is the battery of `check`.
  if (auth === undefined || auth === '') return undefined;
  if (auth !== 'login') throw usageError(`--auth is login, not '${auth}'.`);
  return lazyLogin({ clientId: given.value('client-id') }, terminal);
}

function readTimeout(text = '60'): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw usageError(`--timeout is a number of seconds above 0 and up to 86400, not '${text}'.`);
}

/** What the client of Open Tool Calling sends to tell who calls. */
export function otcAuth({ apiKey, token, jwtSecret }: ConnectionSettings): AuthOptions | undefined {
  if (token !== undefined) return { token, ...(apiKey !== undefined && { apiKey }) };
  if (jwtSecret !== undefined) return { jwt: { secret: jwtSecret }, ...(apiKey !== undefined && { apiKey }) };
  return apiKey === undefined ? undefined : { apiKey };
}

/** Refuses to send a credential where everybody on the way could read it. */
export function checkPrivate(
  url: URL,
  credential: string | undefined,
  { isInsecureAllowed }: ConnectionSettings,
): void {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (credential === undefined || url.protocol === 'https:' || isLoopback || isInsecureAllowed) return;
  throw usageError(
    `${url.origin} is plain http to another machine, and everybody on the way could read the credentials. Use https, or --insecure where the network is your own.`,
  );
}

/** A token as an Arcade engine signs them for its workers. */
export function signWorkerToken(secret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ aud: 'worker', ver: '1', iat: now, exp: now + 300, jti: randomUUID() })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
