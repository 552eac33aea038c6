import type { ArtifactStore } from '@toolwire/core';
import { jsonResponse, type WireCodec, type WireRoute } from '@toolwire/core/wire';
import { checkNames, isObject, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ArtifactOptions } from '@toolwire/server';
import type { TasksOption } from './tasks-option.ts';

/** Artifacts that stand in a folder beside the file of tasks, and outlive processes as they do: by `@toolwire/artifacts`, which is to be installed beside. */
export interface ArtifactsBesideTasks {
  /** Where callers reach the server, with the path that its tools are mounted below: `https://tools.example.com/ai`. */
  readonly url: string;
  /** Keeps values of more than so many characters of JSON as well, of tools that declare no `output`; left out, none. */
  readonly aboveLength?: number | undefined;
  /** How long an artifact can be fetched; as long as tasks are kept if left out. */
  readonly ttlMs?: number | undefined;
  /** The longest artifact, in bytes; 4 GiB if left out. */
  readonly maxBytes?: number | undefined;
}

/** Where outputs are kept that are answered by reference. */
export type ArtifactsOption = ArtifactOptions | ArtifactsBesideTasks;

const optionNames: NamesOf<ArtifactsBesideTasks> = { url: true, aboveLength: true, ttlMs: true, maxBytes: true };
const path = '/artifacts';

/** What a server gets of artifacts. */
export interface ArtifactParts {
  readonly artifacts: ArtifactOptions | undefined;
  readonly wires: readonly WireCodec[];
}

/** Keeps artifacts where they were asked for: in a store that was given, or beside the tasks. */
export function artifactParts(option: ArtifactsOption | undefined, tasks: TasksOption | undefined): ArtifactParts {
  if (option === undefined || !isBesideTasks(option)) return { artifacts: option, wires: [] };
  checkNames('artifacts of toolwire()', option, optionNames);
  const { url, aboveLength, ttlMs, maxBytes } = option;
  if (!isObject(tasks) || typeof tasks['file'] !== 'string') {
    throw new StartUpError(
      'TW_ARTIFACTS_PLACE',
      'artifacts: { url } are kept beside the file of tasks: { file }, and there is none. Write artifacts: { store }, such as createFolderArtifacts({ folder, url, secret }) on a disk that all processes share, and wires: [store.wire]',
    );
  }
  const usualMs = typeof tasks['ttlMs'] === 'number' ? tasks['ttlMs'] : 86_400_000;
  const given = {
    folder: `${tasks['file']}-artifacts`,
    url,
    ttlMs: ttlMs ?? usualMs,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  let made: Promise<MadeArtifacts> | undefined;
  const load = (): Promise<MadeArtifacts> => {
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

interface MadeArtifacts extends Required<Pick<ArtifactStore, 'save' | 'read'>> {
  readonly wire: WireCodec;
}

function lazyWire(load: () => Promise<MadeArtifacts>): WireCodec {
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
        // The signature of an address is all that whoever has it needs.
        admission: 'own',
        accept,
        refuse: ({ code, message }) => jsonResponse(code === 'method_not_allowed' ? 405 : 400, { message }),
      },
    ],
  };
}

type CreateFolder = (options: object) => MadeArtifacts;

/** Loads the package when it is needed: nobody else has to install it. */
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

function isBesideTasks(option: ArtifactsOption): option is ArtifactsBesideTasks {
  return isObject(option) && !('store' in option) && 'url' in option;
}
