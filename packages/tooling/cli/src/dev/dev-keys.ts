import { copyText, openBrowser } from '../terminal/desktop.ts';
import { markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { claudeCommand } from './address-lines.ts';
import type { DevState } from './find-tools.ts';

/** The keys, for the output of a start. */
export const keyHelp = 'o open inspector · r restart · c copy the Claude command · q quit';

interface KeyActions {
  readonly state: DevState;
  readonly serverName: string;
  readonly restart: () => void;
  readonly leave: () => void;
}

export function createKeyHandler(
  { state, serverName, restart, leave }: KeyActions,
  terminal: Terminal,
): (key: string) => void {
  const style = styleOf(terminal);
  const report = (isDone: boolean, text: string): void =>
    terminal.write(`${markOf(isDone ? 'ok' : 'skipped', style)} ${text}\n`);
  const open = (): void => {
    const { inspectorUrl } = state;
    if (inspectorUrl === undefined) return report(false, 'This server has no inspector at /inspector.');
    openBrowser(new URL(inspectorUrl), terminal);
    report(true, `Opened ${inspectorUrl}`);
  };
  const copy = async (): Promise<void> => {
    if (state.mcpUrl === undefined) return report(false, 'This server has no MCP endpoint yet.');
    const command = claudeCommand(state.mcpUrl, serverName);
    await copyText(command, terminal);
    report(true, `Copied: ${command}`);
  };
  const actions: ReadonlyMap<string, () => void> = new Map([
    ['o', open],
    ['r', restart],
    ['c', () => void copy()],
    ['q', leave],
    // While keys are read, the terminal sends Ctrl-C and Ctrl-D as characters.
    ['\u0003', leave],
    ['\u0004', leave],
  ]);
  return (key) => actions.get(key)?.();
}
