import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, reasonOf } from '@toolwire/internal';
import { isStartupError, messageOf } from '../cli-error.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

const unreachableAdvice = 'Check that Redis is running at this URL.';

/** Checks with the project's task store whether its Redis may lose data. */
export async function checkRedis(url: string | undefined, project: string): Promise<readonly Finding[]> {
  if (url === undefined) return [skipped('store', 'no Redis URL in --redis or REDIS_URL')];
  const stores = await load('@toolwire/redis', project);
  const connect = stores && (await loadClient(project));
  if (stores === undefined || connect === undefined) {
    return [skipped('store', '@toolwire/redis with redis or ioredis is not installed here')];
  }
  let client: Connected;
  try {
    client = await connect(url);
  } catch (thrown) {
    // The client of Redis refuses the URL.
    return [problem('store', messageOf(thrown), 'Use a URL such as redis://127.0.0.1:6379.')];
  }
  const create = stores['createRedisTaskStore'] as CreateStore | undefined;
  try {
    if (create === undefined) return [skipped('store', 'this version of @toolwire/redis has no task store')];
    const { client: connected } = client;
    const checkStore = async (options: object): Promise<StoreProblem | undefined> => {
      try {
        await create(connected, { timeoutMs: 2000, ...options }).ready();
        return undefined;
      } catch (thrown) {
        return storeProblem(thrown);
      }
    };
    const first = await checkStore({});
    // The store reports one problem at a time, and a missing server is the last.
    const second = first?.isConfiguration === true ? await checkStore({ allowUnlogged: true }) : undefined;
    const all = new Map([first, second].flatMap((each) => (each ? [[each.finding.message, each.finding]] : [])));
    return all.size > 0 ? [...all.values()] : [ok('store', 'Redis persists every write and evicts nothing')];
  } finally {
    client.close();
  }
}

interface StoreProblem {
  readonly finding: Finding;
  /** Whether the store rejects the configuration of Redis; otherwise, Redis does not respond. */
  readonly isConfiguration: boolean;
}

function storeProblem(thrown: unknown): StoreProblem {
  const isConfiguration = isStartupError(thrown);
  const message = reasonOf(thrown, messageOf(thrown));
  // The first sentence of the store is the problem, and the others say what to set.
  const [, reason = message, advice = 'Change the configuration of Redis.'] =
    (isConfiguration && /^(.*?)\. (.*)$/s.exec(message)) || [];
  return { finding: problem('store', reason, isConfiguration ? advice : unreachableAdvice), isConfiguration };
}

type CreateStore = (client: object, options: object) => { readonly ready: () => Promise<void> };

type Loaded = Readonly<Record<string, unknown>>;

/** Loads a package as the project does. */
async function load(name: string, project: string): Promise<Loaded | undefined> {
  try {
    const path = createRequire(join(project, 'package.json')).resolve(name);
    return (await import(pathToFileURL(path).href)) as Loaded;
  } catch (thrown) {
    if (isObject(thrown) && thrown['code'] === 'MODULE_NOT_FOUND') return undefined;
    throw thrown;
  }
}

interface Connected {
  readonly client: object;
  readonly close: () => void;
}

/** Loads the Redis client of the project, and returns a function that connects it to a URL. */
async function loadClient(project: string): Promise<((url: string) => Promise<Connected>) | undefined> {
  const ioredis = await load('ioredis', project);
  if (ioredis !== undefined) {
    const Redis = (ioredis['Redis'] ?? ioredis['default']) as new (url: string, options: object) => IoredisLike;
    return async (url) => {
      const client = new Redis(url, { maxRetriesPerRequest: 1 });
      // The store reports the result.
      client.on('error', () => undefined);
      return { client, close: () => client.disconnect() };
    };
  }
  const redis = await load('redis', project);
  if (redis === undefined) return undefined;
  const create = redis['createClient'] as (options: object) => NodeRedisLike;
  return async (url) => {
    const client = create({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect().catch(() => undefined);
    return { client, close: () => void client.disconnect().catch(() => undefined) };
  };
}

interface IoredisLike {
  readonly on: (event: 'error', listener: () => void) => void;
  readonly disconnect: () => void;
}

interface NodeRedisLike {
  readonly on: (event: 'error', listener: () => void) => void;
  readonly connect: () => Promise<unknown>;
  readonly disconnect: () => Promise<unknown>;
}
