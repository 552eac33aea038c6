import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '@toolwire/internal';
import type { Finding } from './finding.ts';

const howToReachIt = 'Is Redis there, and at this address?';

/** Whether the Redis of a project keeps what it is given, as the project's own store of tasks sees it. */
export async function checkRedis(url: string | undefined, project: string): Promise<readonly Finding[]> {
  const unseen = (message: string): readonly Finding[] => [{ check: 'store', state: 'unseen', message }];
  if (url === undefined) return unseen('no Redis is named by --redis or REDIS_URL');
  const stores = await load('@toolwire/redis', project);
  const client = await connect(url, project);
  if (stores === undefined || client === undefined) {
    return unseen('@toolwire/redis, and redis or ioredis beside it, are not installed here');
  }
  const create = stores['createRedisTaskStore'] as CreateStore | undefined;
  try {
    if (create === undefined) return unseen('this @toolwire/redis has no store of tasks');
    const look = async (options: object): Promise<readonly Finding[]> => {
      try {
        await create(client.client, { patienceMs: 2000, ...options }).ready();
        return [];
      } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        const [, what = message, advice = howToReachIt] = /^(.*?)\. (Set .*)$/s.exec(message) ?? [];
        return [{ check: 'store', state: 'wrong', message: what, advice }];
      }
    };
    const first = await look({});
    // It tells of one thing at a time, and one that is not there has told all.
    const mayTellMore = first.length > 0 && first[0]?.advice !== howToReachIt;
    const second = mayTellMore ? await look({ allowUnlogged: true }) : [];
    const all = new Map([...first, ...second].map((finding) => [finding.message, finding]));
    return all.size > 0
      ? [...all.values()]
      : [{ check: 'store', state: 'well', message: 'Redis logs each write, and drops nothing to make room' }];
  } finally {
    client.close();
  }
}

type CreateStore = (client: object, options: object) => { readonly ready: () => Promise<void> };

type Loaded = Readonly<Record<string, unknown>>;

/** A package as the project itself would load it. */
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

async function connect(url: string, project: string): Promise<Connected | undefined> {
  const ioredis = await load('ioredis', project);
  if (ioredis !== undefined) {
    const Redis = (ioredis['Redis'] ?? ioredis['default']) as new (url: string, options: object) => IoredisLike;
    const client = new Redis(url, { maxRetriesPerRequest: 1 });
    // What comes of it is told by the store.
    client.on('error', () => undefined);
    return { client, close: () => client.disconnect() };
  }
  const redis = await load('redis', project);
  if (redis === undefined) return undefined;
  const create = redis['createClient'] as (options: object) => NodeRedisLike;
  const client = create({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);
  return { client, close: () => void client.disconnect().catch(() => undefined) };
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
