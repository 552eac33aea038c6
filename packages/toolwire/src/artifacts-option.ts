import type { ArtifactStore } from '@toolwire/core';
import type { UploadStore } from '@toolwire/core/internal';
import { jsonResponse, type WireCodec, type WireRoute } from '@toolwire/core/wire';
import { checkNames, defaultTaskTtlMs, isObject, type NamesOf, quoteValue, StartupError } from '@toolwire/internal';
import type { ArtifactOptions } from '@toolwire/server';
import { loadFunction, loadOnce } from './load-package.ts';
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

/** Where outputs that are returned by reference are stored. */
export type ArtifactsOption = ArtifactOptions | ArtifactsNextToTasks;

const optionNames: NamesOf<ArtifactsNextToTasks> = { url: true, aboveLength: true, ttlMs: true, maxBytes: true };
const path = '/artifacts';
const folderPackage = '@toolwire/artifacts/folder';

/** The artifact store and its routes. */
export interface ArtifactSupport {
  readonly artifacts: ArtifactOptions | undefined;
  readonly wires: readonly WireCodec[];
}

/** Creates the artifact support: with the given store, or with a folder next to the tasks file. */
export function createArtifactSupport(
  option: ArtifactsOption | undefined,
  tasks: TasksOption | undefined,
): ArtifactSupport {
  if (option === undefined || !isNextToTasks(option)) return { artifacts: option, wires: [] };
  checkNames('artifacts of toolwire()', option, optionNames);
  const { url, aboveLength, ttlMs, maxBytes } = option;
  if (!isObject(tasks) || typeof tasks['file'] !== 'string') {
    throw new StartupError(
      'TW_ARTIFACTS_STORE',
      'artifacts: { url } needs tasks: { file }, because artifacts are stored next to that file. Set tasks: { file }. To store artifacts elsewhere, set artifacts: { store } and wires: [store.wire], with a store such as createFolderArtifacts({ folder, url, secret }).',
    );
  }
  // The package, which checks the rest of the URL, is loaded later.
  if (typeof url !== 'string') {
    throw new StartupError(
      'TW_OPTION_URL',
      `The option url of artifacts must be an absolute http or https URL, got ${quoteValue(url)}.`,
    );
  }
  const taskTtlMs = typeof tasks['ttlMs'] === 'number' ? tasks['ttlMs'] : defaultTaskTtlMs;
  const folderOptions = {
    folder: `${tasks['file']}-artifacts`,
    url,
    ttlMs: ttlMs ?? taskTtlMs,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  const load = loadOnce(async () => {
    const create = await loadFunction<CreateFolder>(folderPackage, 'createFolderArtifacts', 'artifacts: { url }');
    return create(folderOptions);
  });
  const store: ArtifactStore = {
    save: async (body, details) => (await load()).save(body, details),
    read: async (artifactUrl) => (await load()).read(artifactUrl),
    uriTemplate: `${url.replace(/\/+$/, '')}${path}{?id,expires,signature}`,
    uploads: {
      create: async (upload, owner) => (await load()).uploads.create(upload, owner),
      find: async (reference, owner) => (await load()).uploads.find(reference, owner),
    },
    ready: async () => {
      await load();
    },
  };
  return { artifacts: { store, aboveLength }, wires: [lazyWire(load)] };
}

interface FolderArtifacts extends Pick<Required<ArtifactStore>, 'save' | 'read'> {
  readonly uploads: UploadStore;
  readonly wire: WireCodec;
}

function lazyWire(load: () => Promise<FolderArtifacts>): WireCodec {
  const accept: WireRoute['accept'] = async (request) => {
    const { wire } = await load();
    const route = wire.routes.find(({ method }) => (method === 'PUT') === (request.method === 'PUT'));
    return route === undefined
      ? { op: 'answer', response: jsonResponse(404, { message: 'Not found' }) }
      : route.accept(request);
  };
  return {
    name: 'artifacts',
    routes: (['GET', 'PUT'] as const).map((method) => ({
      method,
      path,
      op: 'any',
      // The signature of the URL authorizes the request.
      admission: 'own',
      accept,
      refuse: ({ code, message }) => jsonResponse(code === 'method_not_allowed' ? 405 : 400, { message }),
    })),
  };
}

type CreateFolder = (options: object) => FolderArtifacts;

function isNextToTasks(option: ArtifactsOption): option is ArtifactsNextToTasks {
  return isObject(option) && !('store' in option) && 'url' in option;
}
