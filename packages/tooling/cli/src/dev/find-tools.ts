import { diffListings } from '@toolwire/contract';
import { CliError, messageOf } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import { listingEntry } from '../listed-tools.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { withTarget } from '../target/find-target.ts';
import { tryMcp } from '../target/mcp-target.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DevReport } from './dev-report.ts';
import { findInspector } from './find-inspector.ts';
import { type Listening, urlOf } from './program-hook.ts';

/** State that is kept between starts. */
export interface DevState {
  /** The ports of the program's servers. */
  readonly ports: number[];
  listing: object | undefined;
  address: string | undefined;
}

interface SearchSettings {
  readonly args: Arguments;
  /** The signal aborts when the program is stopped. */
  readonly terminal: Terminal;
  /** The mount path of the tools. */
  readonly path: string;
  readonly state: DevState;
  readonly report: DevReport;
  /** The time of the change. */
  readonly since: number;
}

/** Looks for tools at every port of the program until they are found, and reports the changes. */
export function findTools(settings: SearchSettings): (listening: Listening) => void {
  let isFound = false;
  let lastSearch = Promise.resolve();
  return (listening) => {
    settings.state.ports[listening.at] = listening.port;
    lastSearch = lastSearch.then(async () => {
      isFound ||= await search(urlOf(listening), settings);
    });
  };
}

async function search(url: string, settings: SearchSettings): Promise<boolean> {
  const { args, terminal, path, report } = settings;
  try {
    await withTarget(url + path, args, terminal, (target) => reportTools(target, settings));
    return true;
  } catch (thrown) {
    // The program was stopped, or it serves no tools, which is reported.
    if (!terminal.signal.aborted) report.noTools(url + path, messageOf(thrown));
    return false;
  }
}

async function reportTools(connected: Target, { args, terminal, state, report, since }: SearchSettings): Promise<void> {
  const target = { ...connected, address: connected.address.replace(/\/+$/, '') };
  const afterMs = performance.now() - since;
  const listing = { tools: target.tools.map(listingEntry) };
  const diff = state.listing === undefined ? undefined : diffListings(state.listing, listing);
  const isAtSameAddress = state.address === target.address;
  state.listing = listing;
  state.address = target.address;
  const mcpUrl = isAtSameAddress ? undefined : await mcpUrlOf(target, args, terminal);
  const inspectorUrl = isAtSameAddress ? undefined : await findInspector(target, terminal.signal);
  report.ready({ target, mcpUrl, inspectorUrl, afterMs, diff, isAtSameAddress });
}

async function mcpUrlOf({ wire, address }: Target, args: Arguments, terminal: Terminal): Promise<string | undefined> {
  if (wire === 'mcp') return address;
  const url = new URL(`${address.replace(/\/worker$/, '')}/mcp`);
  try {
    const attempt = await tryMcp(url, connectionSettings(args, terminal));
    if (!attempt.isTarget) return undefined;
    await attempt.target.close();
    return url.href;
  } catch (thrown) {
    // The MCP endpoint exists, but needs credentials.
    if (thrown instanceof CliError) return url.href;
    throw thrown;
  }
}
