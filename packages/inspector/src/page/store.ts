import { type Signal, signal } from '@preact/signals';
import type { Run, WireName } from './calls/run.ts';
import { findPlaces, startRun, type WirePlaces, waysOf } from './calls/start-run.ts';
import { Draft } from './draft.ts';
import { createHistory, type History } from './history.ts';
import { type Health, type Identity, readHealth, readIdentity } from './identity.ts';
import type { Json, JsonFields } from './json.ts';
import { createLive, type Live } from './live.ts';
import type { Server } from './server.ts';
import { formSchemaOf, type ToolState, toolKey } from './tool.ts';

/** The views of the page. */
export type Tab = 'tools' | 'live' | 'durable' | 'history';

/** The tabs of a tool. */
export type ToolTab = 'call' | 'schema' | 'versions' | 'models' | 'raw';

/** The state of the page. */
export interface Store {
  readonly server: Server;
  readonly tools: Signal<readonly ToolState[]>;
  readonly places: Signal<WirePlaces>;
  /** Whether the server can show model definitions. */
  readonly hasModels: Signal<boolean>;
  readonly problem: Signal<string>;
  /** Whether the tools were loaded once. */
  readonly isLoaded: Signal<boolean>;
  readonly identity: Signal<Identity | undefined>;
  readonly health: Signal<Health | undefined>;
  readonly tab: Signal<Tab>;
  readonly toolTab: Signal<ToolTab>;
  /** Whether the list of tools is open, where it is a drawer. */
  readonly isDrawerOpen: Signal<boolean>;
  readonly isPaletteOpen: Signal<boolean>;
  readonly query: Signal<string>;
  readonly selected: Signal<string | undefined>;
  /** The protocols to call over in parallel. */
  readonly chosen: Signal<readonly WireName[]>;
  /** The header with the credentials, and its value. Stored only while the page is open. */
  readonly credentialName: Signal<string>;
  readonly credential: Signal<string>;
  /** Whether secrets of inputs, calls and results are shown. */
  readonly areSecretsShown: Signal<boolean>;
  /** How results are shown. */
  readonly resultView: Signal<'tree' | 'table' | 'raw'>;
  readonly runs: Signal<ReadonlyMap<string, readonly Run[]>>;
  readonly history: History;
  readonly live: Live;
  /** Returns the header with the credentials, if there are any. */
  readonly credentials: () => Readonly<Record<string, string>>;
  readonly load: () => Promise<void>;
  /** Reads the health of the server. */
  readonly checkHealth: () => Promise<void>;
  readonly select: (key: string) => void;
  readonly draftOf: (tool: ToolState) => Draft;
  /** The typed tokens, secrets and user ID for a tool. */
  readonly contextOf: (tool: ToolState) => Signal<JsonFields>;
  readonly call: (tool: ToolState, input: Json, wires?: readonly WireName[]) => void;
}

export function createStore(server: Server, storage: Storage, location: Location): Store {
  const tools = signal<readonly ToolState[]>([]);
  const places = signal<WirePlaces>({});
  const hasModels = signal(false);
  const problem = signal('');
  const isLoaded = signal(false);
  const identity = signal<Identity | undefined>(undefined);
  const health = signal<Health | undefined>(undefined);
  const tab = signal<Tab>('tools');
  const isDrawerOpen = signal(false);
  const selected = signal(toolIn(location.hash));
  const chosen = signal<readonly WireName[]>([]);
  const credentialName = signal('authorization');
  const credential = signal('');
  const areSecretsShown = signal(false);
  const runs = signal<ReadonlyMap<string, readonly Run[]>>(new Map());
  const history = createHistory(storage);
  const drafts = new Map<string, Draft>();
  const contexts = new Map<string, Signal<JsonFields>>();
  const credentials = (): Readonly<Record<string, string>> =>
    credential.value === '' ? {} : { [credentialName.value]: credential.value };

  /** Reads what the header shows about the server. The page works without it. */
  const describeServer = async (): Promise<void> => {
    const { mcp } = places.value;
    const named = mcp === undefined ? undefined : readIdentity(mcp, credentials());
    const [found] = await Promise.allSettled([named, checkHealth()]);
    identity.value = found.status === 'fulfilled' ? found.value : undefined;
  };
  const checkHealth = async (): Promise<void> => {
    const { health: path } = places.value;
    health.value = path === undefined ? undefined : await readHealth(path).catch(() => undefined);
  };

  return {
    server,
    tools,
    places,
    hasModels,
    problem,
    isLoaded,
    identity,
    health,
    tab,
    toolTab: signal<ToolTab>('call'),
    isDrawerOpen,
    isPaletteOpen: signal(false),
    query: signal(''),
    selected,
    chosen,
    credentialName,
    credential,
    areSecretsShown,
    resultView: signal<'tree' | 'table' | 'raw'>('tree'),
    runs,
    history,
    credentials,
    live: createLive(server, credentials),
    checkHealth,
    async load() {
      try {
        const state = await server.readState(credentials());
        tools.value = state.tools.toSorted((one, other) =>
          one.id === other.id
            ? other.version.localeCompare(one.version, 'en', { numeric: true })
            : one.id.localeCompare(other.id, 'en'),
        );
        hasModels.value = state.hasModels;
        places.value = findPlaces(state.wires, server.base);
        if (chosen.value.length === 0) chosen.value = waysOf(places.value).slice(0, 1);
        if (!tools.value.some((tool) => toolKey(tool) === selected.value)) {
          const [first] = tools.value;
          selected.value = first && toolKey(first);
        }
        problem.value = '';
        isLoaded.value = true;
        await describeServer();
      } catch (thrown) {
        problem.value = thrown instanceof Error ? thrown.message : 'The server did not answer.';
      }
    },
    select(key) {
      selected.value = key;
      tab.value = 'tools';
      isDrawerOpen.value = false;
      areSecretsShown.value = false;
      location.hash = encodeURIComponent(key);
    },
    draftOf(tool) {
      const key = toolKey(tool);
      const draft = drafts.get(key) ?? new Draft(formSchemaOf(tool));
      drafts.set(key, draft);
      return draft;
    },
    contextOf(tool) {
      const key = toolKey(tool);
      const context = contexts.get(key) ?? signal<JsonFields>({});
      contexts.set(key, context);
      return context;
    },
    call(tool, input, wires = chosen.value) {
      const key = toolKey(tool);
      for (const run of runs.value.get(key) ?? []) if (run.answer.value === undefined) run.cancel();
      const context = contexts.get(key)?.value ?? {};
      const call = { tool, input, context, credentials: credentials() };
      const started = wires.map((wire) => startRun(wire, call, places.value, tools.value, history.add));
      // Stores only the runs of one tool, because results may be large.
      runs.value = new Map([[key, started]]);
    },
  };
}

/** Returns the tool in a URL hash; `undefined` if the hash is malformed. */
function toolIn(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}
