import type { ArtifactStore } from '@toolwire/core';
import { jsonResponse, type WireCodec, type WireRoute } from '@toolwire/core/wire';
import { checkNames, isObject, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ArtifactOptions } from '@toolwire/server';
import type { TasksOption } from './tasks-option.ts';

/** Artifacts in a folder next to the tasks file, as durable as the tasks. Needs `@toolwire/artifacts`. */
interface ArtifactsNextToTasks {
  /** The public URL of the server with its mount path: `https://tools.example.com/ai`. */
  readonly url: string;
  /** Also stores values whose JSON is longer than this, of tools without `output`; by default none. */
  readonly aboveLength?: number | undefined;
  /** How long an artifact can be fetched; by default as long as tasks are stored. */
  readonly ttlMs?: number | undefined;
  /** The maximum size of an artifact, in bytes; 4 GiB by default. */
  readonly maxBytes?: number | undefined;
}

/** Where outputs are stored that are returned by reference. */
export type ArtifactsOption = ArtifactOptions | ArtifactsNextToTasks;

const optionNames: NamesOf<ArtifactsNextToTasks> = { url: true, aboveLength: true, ttlMs: true, maxBytes: true };
const path = '/artifacts';

/** The artifact store and its wire. */
export interface ArtifactSupport {
  readonly artifacts: ArtifactOptions | undefined;
  readonly wires: readonly WireCodec[];
}

/** Creates the artifact support: with the given store, or with a folder next to the tasks file. */
export function createArtifactSupport(
  option: ArtifactsOption | undefined,
  tasks: TasksOption | undefined,
): ArtifactSupport {
  if (option === undefined || !isBesideTasks(option)) return { artifacts: option, wires: [] };
  checkNames('artifacts of toolwire()', option, optionNames);
  const { url, aboveLength, ttlMs, maxBytes } = option;
  if (!isObject(tasks) || typeof tasks['file'] !== 'string') {
    throw new StartUpError(
      'TW_ARTIFACTS_PLACE',
      'artifacts: { url } are stored next to the file of tasks: { file }, which is not set. Write artifacts: { store }, such as createFolderArtifacts({ folder, url, secret }) on a disk that all processes share, and wires: [store.wire]',
    );
  }
  const usualMs = typeof tasks['ttlMs'] === 'number' ? tasks['ttlMs'] : 86_400_000;
  const given = {
    folder: `${tasks['file']}-artifacts`,
    url,
    ttlMs: ttlMs ?? usualMs,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  let made: Promise<CreatedArtifacts> | undefined;
  const load = (): Promise<CreatedArtifacts> => {
    made ??= loadFolder().then((create) => create(given));
    return made;
  };
  const store: ArtifactStore = {
    save: async (body, details) => (await load()).save(body, details),
    read: async (address) => (await load()).read(address),
    uriTemplate: `${url.replace(/\/+$/, '')}${path}{?id,expires,signature}`,
    ready: async () => {
      await load();
    },
  };
  return { artifacts: { store, aboveLength }, wires: [lazyWire(load)] };
}

interface CreatedArtifacts extends Required<Pick<ArtifactStore, 'save' | 'read'>> {
  readonly wire: WireCodec;
}

function lazyWire(load: () => Promise<CreatedArtifacts>): WireCodec {
  const accept: WireRoute['accept'] = async (request) => {
    const { wire } = await load();
    const [route] = wire.routes;
    return route === undefined
      ? { op: 'answer', response: jsonResponse(404, { message: 'Not found' }) }
      : route.accept(request);
  };
  return {
    name: 'artifacts',
    routes: [
      {
        method: 'GET',
        path,
        op: 'any',
        // The signature of the URL authorizes the request.
        admission: 'own',
        accept,
        refuse: ({ code, message }) => jsonResponse(code === 'method_not_allowed' ? 405 : 400, { message }),
      },
    ],
  };
}

type CreateFolder = (options: object) => CreatedArtifacts;

/** Loads the package on demand, so that only its users must install it. */
async function loadFolder(): Promise<CreateFolder> {
  const name = '@toolwire/artifacts/folder';
  let loaded: unknown;
  try {
    loaded = await import(name);
  } catch (cause) {
    throw new StartUpError(
      'TW_ARTIFACTS_PACKAGE',
      'toolwire({ artifacts: { url } }) keeps artifacts by @toolwire/artifacts, which could not be loaded. Install it: npm install @toolwire/artifacts',
      { cause },
    );
  }
  const create = isObject(loaded) ? loaded['createFolderArtifacts'] : undefined;
  if (isCreate(create)) return create;
  throw new StartUpError(
    'TW_ARTIFACTS_PACKAGE',
    '@toolwire/artifacts is of a version that this one does not know. Bring both up to date.',
  );
}

function isCreate(value: unknown): value is CreateFolder {
  return typeof value === 'function';
}

function isBesideTasks(option: ArtifactsOption): option is ArtifactsNextToTasks {
  return isObject(option) && !('store' in option) && 'url' in option;
}
