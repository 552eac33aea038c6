import { checkRoutePath, type InspectorOptions } from '@toolwire/internal';
import { addHeaders, jsonResponse } from './http.ts';
import { refusalHeaders, refusalStatus } from './http-refusal.ts';
import type { WireRoute } from './wire-codec.ts';

/** A route of the inspector, without the function that serves it. */
export type InspectorRoute = Omit<WireRoute, 'accept'>;

type InspectorRoutes = Readonly<Record<'page' | 'state' | 'feed' | 'models' | 'tasks' | 'changeTask', InspectorRoute>>;

/** The routes of the inspector. They are not in its package, because `toolwire()` serves them before it loads the inspector. */
export function inspectorRoutes({ path = '/inspector', auth }: InspectorOptions): InspectorRoutes {
  checkRoutePath('inspector.path', path, '/inspector');
  const common = { method: 'GET', op: 'any', pages: 'own', refuse } as const;
  const data = { ...common, admission: auth === undefined ? 'server' : 'own' } as const;
  return {
    // The page contains no data. Its requests for data need credentials.
    page: { ...common, path, admission: 'own' },
    state: { ...data, path: `${path}/state`, op: 'list' },
    feed: { ...data, path: `${path}/feed` },
    models: { ...data, path: `${path}/models` },
    tasks: { ...data, path: `${path}/tasks` },
    changeTask: { ...data, path: `${path}/tasks`, method: 'POST' },
  };
}

const refuse: WireRoute['refuse'] = (refusal) =>
  addHeaders(jsonResponse(refusalStatus[refusal.code], { message: refusal.message }), refusalHeaders(refusal));
