import { diffListings } from '@toolwire/contract';
import { AuthenticationRequired, CliError, messageOf } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import { listingEntry } from '../saved-listing.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { tryMcp } from '../target/mcp-target.ts';
import { withTarget } from '../target/open-target.ts';
import type { Target } from '../target/target.ts';
import { urlBelow } from '../target/target-url.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLines } from '../terminal/terminal-text.ts';
import { type Baseline, findBaseline, type SourceState } from './contract-baseline.ts';
import type { DevReport } from './dev-report.ts';
import { findInspector, followCalls } from './follow-calls.ts';
import { type Listening, urlOf } from './program-hook.ts';

/** State that all starts of the program share. */
export interface DevState {
  /** The ports of the program's servers. */
  readonly ports: number[];
  baseline?: Baseline;
  address?: string;
  mcpUrl?: string | undefined;
  inspectorUrl?: string | undefined;
}

interface SearchSettings {
  readonly args: Arguments;
  /** The signal aborts when the program is stopped. */
  readonly terminal: Terminal;
  /** The mount path of the tools. */
  readonly path: string;
  readonly state: DevState;
  readonly report: DevReport;
  /** When the change was made, in the time of `performance.now()`. */
  readonly changedAt: number;
  /** The state of the files at the start. */
  readonly source: Promise<SourceState>;
  /** The folder of the program's package. */
  readonly root: string;
}

/** Creates a function that looks for tools at every port of the program until they are found, and reports the changes. */
export function createToolFinder(settings: SearchSettings): (listening: Listening) => void {
  let isFound = false;
  let lastSearch = Promise.resolve();
  return (listening) => {
    settings.state.ports[listening.index] = listening.port;
    lastSearch = lastSearch.then(async () => {
      isFound ||= await search(urlOf(listening), settings);
    });
  };
}

async function search(url: string, settings: SearchSettings): Promise<boolean> {
  const { args, terminal, path, report } = settings;
  let isFound = false;
  try {
    await withTarget(url + path, args, terminal, (target) => {
      isFound = true;
      return reportTools(target, settings);
    });
  } catch (thrown) {
    // A stopped program responds to nothing, so the error has no meaning.
    if (terminal.signal.aborted) return isFound;
    if (isFound) {
      terminal.note(`The tools at ${url + path} were found, but not reported: ${safeLines(messageOf(thrown))}\n`);
    } else {
      report.noTools(url + path, thrown);
    }
  }
  return isFound;
}

async function reportTools(connected: Target, settings: SearchSettings): Promise<void> {
  const { args, terminal, state, report, changedAt, source, root } = settings;
  const target = { ...connected, address: connected.address.replace(/\/+$/, '') };
  const afterMs = performance.now() - changedAt;
  const listing = { tools: target.tools.map(listingEntry) };
  // An edit may add or remove both.
  const [mcpUrl, inspector] = await Promise.all([
    mcpUrlOf(target, args, terminal),
    findInspector(target, terminal.signal),
  ]);
  terminal.signal.throwIfAborted();
  const { address } = target;
  const inspectorUrl = inspector?.url;
  const isAtSameAddress = state.address === address && state.mcpUrl === mcpUrl && state.inspectorUrl === inspectorUrl;
  Object.assign(state, { address, mcpUrl, inspectorUrl });
  const { baseline: previous } = state;
  const baseline = await findBaseline(listing, await source, { root, previous, note: terminal.note });
  state.baseline = baseline;
  // A first start without an earlier listing is its own baseline.
  const diff =
    previous === undefined && baseline.listing === listing ? undefined : diffListings(baseline.listing, listing);
  // Before the report, after which a client may call.
  if (inspector !== undefined) await followCalls(inspector, terminal.signal, report.called);
  report.ready({ target, mcpUrl, inspectorUrl, afterMs, diff, since: baseline.since, isAtSameAddress });
}

async function mcpUrlOf({ wire, address }: Target, args: Arguments, terminal: Terminal): Promise<string | undefined> {
  if (wire === 'mcp') return address;
  const base = new URL(address);
  // The Arcade endpoint is `/worker` below the tools, and the MCP endpoint is next to it.
  base.pathname = base.pathname.replace(/\/worker\/?$/, '');
  const url = urlBelow(base, '/mcp');
  try {
    const attempt = await tryMcp(url, connectionSettings(args, terminal));
    if (!attempt.isTarget) return undefined;
    await attempt.target.close();
    return url.href;
  } catch (thrown) {
    // The MCP endpoint exists, but needs credentials.
    if (thrown instanceof AuthenticationRequired) return url.href;
    // Something else responds there, or nothing.
    if (thrown instanceof CliError) return undefined;
    throw thrown;
  }
}
