import { type Signal, signal } from '@preact/signals';
import type { ToolState } from '../server-state.ts';
import { CallHistory } from './call-history.ts';
import { type Endpoints, findEndpoints, type ProtocolName, protocolsOf } from './calls/protocols.ts';
import type { PlannedCall, Run } from './calls/run.ts';
import { startRun } from './calls/start-run.ts';
import { Draft } from './draft.ts';
import type { InspectorClient } from './inspector-client.ts';
import type { Json, JsonFields } from './json.ts';
import { LiveFeed } from './live/live-feed.ts';
import { type Tab, type ToolTab, toolKeyIn } from './navigation.ts';
import type { Credentials } from './requests.ts';
import { type Health, readHealth, readServerInfo, type ServerInfo } from './server-info.ts';
import { createSetting } from './storage.ts';
import { formSchemaOf, sortTools, toolKey } from './tools.ts';

/** The state of the page. */
export class Store {
  readonly client: InspectorClient;
  readonly tools = signal<readonly ToolState[]>([]);
  readonly endpoints = signal<Endpoints>({});
  /** Whether the server can show model definitions. */
  readonly hasModels = signal(false);
  /** Why the tools could not be loaded. */
  readonly problem = signal<Error | undefined>(undefined);
  /** Whether the tools were loaded once. */
  readonly isLoaded = signal(false);
  readonly info = signal<ServerInfo | undefined>(undefined);
  readonly health = signal<Health | undefined>(undefined);
  readonly tab = signal<Tab>('tools');
  readonly toolTab = signal<ToolTab>('call');
  /** Whether the list of tools is open on a narrow screen. */
  readonly isDrawerOpen = signal(false);
  readonly isPaletteOpen = signal(false);
  /** The search of the list of tools. */
  readonly query = signal('');
  /** The key of the tool that is shown. */
  readonly selectedKey: Signal<string | undefined>;
  /** The protocols to call over in parallel. */
  readonly chosenProtocols = signal<readonly ProtocolName[]>([]);
  /** The header with the credentials, and its value. Stored only while the page is open. */
  readonly credentialName = signal('authorization');
  readonly credential = signal('');
  /** Whether secrets of inputs, calls and results are shown. */
  readonly areSecretsShown = signal(false);
  /** How JSON results are shown, if the user has chosen it. */
  readonly jsonView = signal<'tree' | 'table' | 'raw' | undefined>(undefined);
  /** The color theme; empty for the system's. */
  readonly theme: Signal<string>;
  /** The language of copied calls. */
  readonly language: Signal<string>;
  /** Whether the call is shown as code. */
  readonly isCodeOpen = signal(false);
  /** The runs of the newest call of each tool. */
  readonly runs = signal<ReadonlyMap<string, readonly Run[]>>(new Map());
  readonly history: CallHistory;
  readonly live: LiveFeed;
  readonly #location: Location;
  readonly #drafts = new Map<string, Draft>();
  readonly #contexts = new Map<string, Signal<JsonFields>>();
  #loadCount = 0;
  #healthCount = 0;
  #shownHealthNumber = 0;

  constructor(client: InspectorClient, openStorage: () => Storage, location: Location) {
    this.client = client;
    this.#location = location;
    this.selectedKey = signal(toolKeyIn(location.hash));
    this.theme = createSetting(openStorage, 'theme');
    this.language = createSetting(openStorage, 'language');
    this.history = new CallHistory(openStorage);
    this.live = new LiveFeed(client, () => this.credentials());
  }

  /** Returns the header with the credentials, if there are any. */
  credentials(): Credentials {
    return this.credential.value === '' ? {} : { [this.credentialName.value]: this.credential.value };
  }

  /** Loads the tools and protocols of the server, and its feed again if the server has refused it. */
  load(): void {
    this.live.retry();
    this.#loadCount += 1;
    const number = this.#loadCount;
    // A later load has the newer state, and maybe other credentials.
    const isOvertaken = (): boolean => number !== this.#loadCount;
    this.#load(isOvertaken).catch((thrown: unknown) => {
      if (isOvertaken()) return;
      this.problem.value = thrown instanceof Error ? thrown : new Error('The server did not respond.');
    });
  }

  async #load(isOvertaken: () => boolean): Promise<void> {
    const state = await this.client.readState(this.credentials());
    if (isOvertaken()) return;
    this.tools.value = sortTools(state.tools);
    this.hasModels.value = state.hasModels;
    this.endpoints.value = findEndpoints(state.wires, this.client.base);
    if (this.chosenProtocols.value.length === 0) {
      this.chosenProtocols.value = protocolsOf(this.endpoints.value).slice(0, 1);
    }
    // The server may list the tool in the URL only with credentials.
    const keys = [toolKeyIn(this.#location.hash), this.selectedKey.value, ...this.tools.value.map(toolKey)];
    this.selectedKey.value = keys.find((key) => this.#toolWith(key) !== undefined);
    this.problem.value = undefined;
    this.isLoaded.value = true;
    void this.checkHealth();
    // The page works without the name of the server.
    const { mcp } = this.endpoints.value;
    const info = mcp === undefined ? undefined : await readServerInfo(mcp, this.credentials()).catch(() => undefined);
    if (!isOvertaken()) this.info.value = info;
  }

  /** Reads the health of the server. A response that arrives after the response to a later request is out of date. */
  async checkHealth(): Promise<void> {
    const { health: path } = this.endpoints.value;
    this.#healthCount += 1;
    const number = this.#healthCount;
    const health = path === undefined ? undefined : await readHealth(path).catch(() => undefined);
    if (number < this.#shownHealthNumber) return;
    this.#shownHealthNumber = number;
    this.health.value = health;
  }

  /** Shows a tool, and adds it to the URL. */
  select(key: string): void {
    this.#show(key);
    this.#location.hash = encodeURIComponent(key);
  }

  /** Shows the tool in the URL after the user or the Back button has changed it. */
  selectFromUrl(): void {
    const key = toolKeyIn(this.#location.hash);
    if (key === undefined || key === this.selectedKey.value) return;
    if (this.#toolWith(key) !== undefined) this.#show(key);
  }

  #show(key: string): void {
    this.selectedKey.value = key;
    this.tab.value = 'tools';
    this.isDrawerOpen.value = false;
    this.areSecretsShown.value = false;
  }

  #toolWith(key: string | undefined): ToolState | undefined {
    return this.tools.value.find((tool) => toolKey(tool) === key);
  }

  /** Returns the input of a tool while the user edits it. */
  draftOf(tool: ToolState): Draft {
    return getOrAdd(this.#drafts, toolKey(tool), () => new Draft(formSchemaOf(tool)));
  }

  /** Returns the tokens, secrets and user ID that the user entered for a tool. */
  contextOf(tool: ToolState): Signal<JsonFields> {
    return getOrAdd(this.#contexts, toolKey(tool), () => signal<JsonFields>({}));
  }

  /** Starts a call over a protocol, which the live view recognizes as a call of this page. */
  start(protocol: ProtocolName, call: PlannedCall, onEnd: (run: Run) => void): Run {
    const run = startRun(protocol, call, { endpoints: this.endpoints.value, tools: this.tools.value }, onEnd);
    this.live.pageCallIds.add(run.id);
    return run;
  }

  /** Calls a tool over each protocol, and cancels its previous call. Without a protocol, nothing changes. */
  call(tool: ToolState, input: Json, protocols: readonly ProtocolName[] = this.chosenProtocols.value): void {
    if (protocols.length === 0) return;
    const key = toolKey(tool);
    for (const run of this.runs.value.get(key) ?? []) if (run.result.value === undefined) run.cancel();
    const runs = protocols.map((protocol) => this.#startStored(protocol, tool, input));
    // Other tools keep only their unfinished runs, because results may be large.
    const unfinished = [...this.runs.value].filter(
      ([otherKey, otherRuns]) => otherKey !== key && otherRuns.some(({ result }) => result.value === undefined),
    );
    this.runs.value = new Map([...unfinished, [key, runs]]);
  }

  /** Calls over the protocol of a run again. The runs over other protocols stay. */
  retry(run: Run): void {
    const key = toolKey(run.call.tool);
    const runs = this.runs.value.get(key) ?? [];
    const index = runs.indexOf(run);
    if (index < 0) return;
    const newRun = this.#startStored(run.protocol, this.#toolWith(key) ?? run.call.tool, run.call.input);
    this.runs.value = new Map(this.runs.value).set(key, runs.with(index, newRun));
  }

  /** Starts a call, which is in the history when it ends. */
  #startStored(protocol: ProtocolName, tool: ToolState, input: Json): Run {
    const call = { tool, input, context: this.contextOf(tool).value, credentials: this.credentials() };
    return this.start(protocol, call, (run) => this.history.add(run));
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
