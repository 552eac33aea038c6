import { anyOf, apiKey, type Verifier } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';

/** The settings of the server from the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Serves the `Conf.*` tools as well, which misbehave on purpose. */
  readonly fixtures: boolean;
  /** Serves the tools, prompts and resources that the official MCP conformance suite calls as well. */
  readonly mcpFixtures: boolean;
  readonly auth: Verifier | undefined;
  readonly maxBodyBytes: number | undefined;
  readonly callTimeoutMs: number | undefined;
  readonly maxConcurrency: number | undefined;
  readonly maxStoredAnswers: number | undefined;
  /** The fixed time of System.GetTimestamp, for example from the spec. The default is the real time. */
  readonly clock: Date | undefined;
  /** The secret that an Arcade engine signs its tokens with. */
  readonly workerSecret: string | undefined;
  /** Allows unauthenticated calls from the network. */
  readonly allowUnauthenticated: boolean;
  /** Messages for the user who starts the server. */
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings, and reports an invalid variable. */
export function readSettings(environment: Environment): Settings {
  const keys = readKeys(environment['API_KEYS']);
  const secret = environment['JWT_SECRET'];
  const audiences = listOf(environment['JWT_AUDIENCES']);
  const verifiers = [
    ...(keys.length === 0 ? [] : [apiKey({ keys, allowShortKeys: true })]),
    ...(secret === undefined || secret === '' ? [] : [jwt({ secret, allowShortSecret: true, audiences })]),
  ];
  return {
    port: readNumber(environment, 'PORT') ?? 3000,
    host: environment['HOST'] ?? '127.0.0.1',
    fixtures: environment['FIXTURES'] === '1',
    mcpFixtures: environment['MCP_FIXTURES'] === '1',
    auth: verifiers.length === 0 ? undefined : anyOf(...verifiers),
    maxBodyBytes: readNumber(environment, 'MAX_BODY_BYTES'),
    callTimeoutMs: readNumber(environment, 'CALL_TIMEOUT_MS'),
    maxConcurrency: readNumber(environment, 'MAX_CONCURRENCY'),
    maxStoredAnswers: readNumber(environment, 'MAX_STORED_ANSWERS'),
    clock: readInstant(environment, 'CLOCK'),
    workerSecret: environment['ARCADE_WORKER_SECRET'] || undefined,
    allowUnauthenticated: environment['ALLOW_UNAUTHENTICATED'] === '1',
    warnings: [
      ...(keys.some(({ key }) => key.length < 32) ? ['API_KEYS holds a key of fewer than 32 characters'] : []),
      ...(secret && secret.length < 32 ? ['JWT_SECRET has fewer than 32 characters'] : []),
    ],
  };
}

interface NamedKey {
  readonly key: string;
  readonly principal: { readonly id: string };
}

// `key`, or `name:key`, several of them apart by commas.
function readKeys(text: string | undefined): readonly NamedKey[] {
  return listOf(text).map((entry, index) => {
    const colon = entry.indexOf(':');
    return { key: entry.slice(colon + 1), principal: { id: colon > 0 ? entry.slice(0, colon) : `key-${index + 1}` } };
  });
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function readNumber(environment: Environment, name: string): number | undefined {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new TypeError(`${name} must be a whole number, not '${text}'`);
}

function readInstant(environment: Environment, name: string): Date | undefined {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new TypeError(`${name} must be an instant such as 2023-10-05T12:00:00Z, not '${text}'`);
}
