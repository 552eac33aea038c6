import { type Signal, signal } from '@preact/signals';
import { compareVersionTexts } from '@toolwire/internal';
import type { Run, WireName } from './calls/run.ts';
import { findPlaces, startRun, type WirePlaces, waysOf } from './calls/start-run.ts';
import { Draft } from './draft.ts';
import { createHistory, type History } from './history.ts';
import { type Health, type Identity, readHealth, readIdentity } from './identity.ts';
import type { Json, JsonFields } from './json.ts';
import { createLive, type Live } from './live-calls.ts';
import type { Server } from './server.ts';
import { createSetting } from './storage.ts';
import { formSchemaOf, type ToolState, toolIn, toolKey } from './tool.ts';

/** The views of the page. */
export type Tab = 'tools' | 'live' | 'durable' | 'history';

/** The ways to show a result that is JSON. */
type ResultView = 'tree' | 'table' | 'raw';

/** The tabs of a tool. */
export type ToolTab = 'call' | 'schema' | 'versions' | 'models' | 'raw';

/** The state of the page. */
export interface Store {
  readonly server: Server;
  readonly tools: Signal<readonly ToolState[]>;
  readonly places: Signal<WirePlaces>;
  /** Whether the server can show model definitions. */
  readonly hasModels: Signal<boolean>;
  /** Why the tools could not be loaded. */
  readonly problem: Signal<Error | undefined>;
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
  /** How results are shown, if the user has chosen it. */
  readonly resultView: Signal<ResultView | undefined>;
  /** The color theme; empty for the system's. */
  readonly theme: Signal<string>;
  /** The language of copied calls. */
  readonly language: Signal<string>;
  /** Whether the call is shown as code. */
  readonly isCodeOpen: Signal<boolean>;
  readonly runs: Signal<ReadonlyMap<string, readonly Run[]>>;
  readonly history: History;
  readonly live: Live;
  /** Returns the header with the credentials, if there are any. */
  readonly credentials: () => Readonly<Record<string, string>>;
  readonly load: () => Promise<void>;
  /** Reads the health of the server. */
  readonly checkHealth: () => Promise<void>;
  readonly select: (key: string) => void;
  /** Selects the tool in the address, which the user or the Back button has changed. */
  readonly selectFromAddress: () => void;
  readonly draftOf: (tool: ToolState) => Draft;
  /** The typed tokens, secrets and user ID for a tool. */
  readonly contextOf: (tool: ToolState) => Signal<JsonFields>;
  readonly call: (tool: ToolState, input: Json, wires?: readonly WireName[]) => void;
}

export function createStore(server: Server, openStorage: () => Storage, location: Location): Store {
  const tools = signal<readonly ToolState[]>([]);
  const places = signal<WirePlaces>({});
  const hasModels = signal(false);
  const problem = signal<Error | undefined>(undefined);
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
  const history = createHistory(openStorage);
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

  const show = (key: string): void => {
    selected.value = key;
    tab.value = 'tools';
    isDrawerOpen.value = false;
    areSecretsShown.value = false;
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
    resultView: signal<ResultView | undefined>(undefined),
    theme: createSetting(openStorage, 'theme'),
    language: createSetting(openStorage, 'language'),
    isCodeOpen: signal(false),
    runs,
    history,
    credentials,
    live: createLive(server, credentials),
    checkHealth,
    async load() {
      try {
        const state = await server.readState(credentials());
        tools.value = state.tools.toSorted((one, other) =>
          one.id === other.id ? compareVersionTexts(other.version, one.version) : one.id.localeCompare(other.id, 'en'),
        );
        hasModels.value = state.hasModels;
        places.value = findPlaces(state.wires, server.base);
        if (chosen.value.length === 0) chosen.value = waysOf(places.value).slice(0, 1);
        if (!tools.value.some((tool) => toolKey(tool) === selected.value)) {
          const [first] = tools.value;
          selected.value = first && toolKey(first);
        }
        problem.value = undefined;
        isLoaded.value = true;
        await describeServer();
      } catch (thrown) {
        problem.value = thrown instanceof Error ? thrown : new Error('The server did not respond.');
      }
    },
    select(key) {
      show(key);
      location.hash = encodeURIComponent(key);
    },
    selectFromAddress() {
      const key = toolIn(location.hash);
      if (key !== undefined && key !== selected.value && tools.value.some((tool) => toolKey(tool) === key)) show(key);
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
      // Other tools keep only their unfinished runs, because results may be large.
      const others = [...runs.value].filter(
        ([other, all]) => other !== key && all.some(({ answer }) => answer.value === undefined),
      );
      runs.value = new Map([...others, [key, started]]);
    },
  };
}
