import type { Logger, Tool } from '@toolwire/core';
import { releaseLine } from '@toolwire/core/internal';
import { StartupError } from '@toolwire/internal';
import { portabilityReport } from '@toolwire/validate/portability';
import type { ConfirmOptions } from '../confirm/confirm-options.ts';
import { hasConfirm, toolIdOf } from '../run/resolved-call.ts';

/** How many problems of one tool a warning lists; the portability report has all. */
const maxListed = 3;

/** Logs tools that some models reject: each problem of a tool once, even if the tools are replaced. */
export function createPortabilityWarning(logger: Logger): (tools: readonly Tool[]) => void {
  const logged = new Set<string>();
  return (tools) => {
    for (const { toolId, problems } of portabilityReport(tools)) {
      const unlogged = problems.filter(({ message }) => !logged.has(`${toolId} ${message}`));
      if (unlogged.length === 0) continue;
      for (const { message } of unlogged) logged.add(`${toolId} ${message}`);
      const readers = [...new Set(unlogged.flatMap((problem) => problem.readers))].sort();
      const listed = unlogged.slice(0, maxListed).map(({ message }) => message);
      const omitted = unlogged.length - listed.length;
      const more = `${omitted} more ${omitted === 1 ? 'problem' : 'problems'}.`;
      const message = [...listed, ...(omitted > 0 ? [more] : [])].join(' ');
      logger.warn({ toolId, readers }, `Some models cannot use this tool as it is. ${message}`);
    }
  };
}

/** How many tools with undescribed parameters a warning names; the conformance tests list all. */
const maxNamedTools = 3;

/** Logs one warning for all parameters without a description, with the names by tool (OTC-DEF-10). */
export function warnOfUndescribed(parametersByTool: ReadonlyMap<string, readonly string[]>, logger: Logger): void {
  if (parametersByTool.size === 0) return;
  const toolIds = [...parametersByTool.keys()];
  const count = [...parametersByTool.values()].reduce((sum, names) => sum + names.length, 0);
  const omitted = toolIds.length - maxNamedTools;
  const named = [...toolIds.slice(0, maxNamedTools), ...(omitted > 0 ? [`${omitted} more`] : [])].join(', ');
  logger.warn(
    { parameters: Object.fromEntries(parametersByTool) },
    `${count} ${count === 1 ? 'parameter has' : 'parameters have'} no description (${named}). Models choose values by descriptions (OTC-DEF-10). \`npx @toolwire/cli check <URL>\` lists them all.`,
  );
}

/** Logs that something comes from another release line. */
export type WarnOfReleaseLine = (subject: string, line: string | undefined) => void;

/** Logs packages of other release lines, once per line. */
export function createReleaseLineWarning(logger: Logger): WarnOfReleaseLine {
  const logged = new Set<string>();
  return (subject, line) => {
    if (line === undefined || line === releaseLine || logged.has(line)) return;
    logged.add(line);
    // A warning, not an error: most of it may work, and an app that starts today must start tomorrow.
    const { code, message } = new StartupError(
      'TW_MIXED_RELEASES',
      `${subject} uses release ${line} of toolwire, but the server uses release ${releaseLine}. Install the same release of all packages. To find the duplicate, run \`npm ls @toolwire/core\`.`,
    );
    logger.warn({ code }, message);
  };
}

/**
 * Returns a function that logs once that another process would not accept the confirmation tokens of this one. `undefined` if there is
 * nothing to log.
 */
export function createMissingKeysWarning(
  options: ConfirmOptions | undefined,
  logger: Logger,
): ((tools: readonly Tool[]) => void) | undefined {
  // For one process, the default in memory is enough. A store suggests that several processes share calls.
  if (options?.store === undefined || options.keys !== undefined) return undefined;
  let isLogged = false;
  return (tools) => {
    const tool = tools.find(hasConfirm);
    if (isLogged || tool === undefined) return;
    isLogged = true;
    logger.warn({ toolId: toolIdOf(tool) }, missingKeys);
  };
}

const missingKeys =
  "Only this process accepts its confirmation tokens, until it ends. If several processes serve the tools, set confirm: { keys: [{ id: '2026-11', key: process.env.CONFIRM_KEY }] }, the same in each.";
