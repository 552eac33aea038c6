import type { Logger, Tool } from '@toolwire/core';
import { compatibleRelease } from '@toolwire/core/internal';
import { StartUpError } from '@toolwire/internal';
import { portabilityReport } from '@toolwire/validate/portability';

/** How many problems of one tool a warning lists; the portability report has all. */
const maxListed = 3;

/** Logs tools that some models reject: each problem once, even if the tools are replaced. */
export function createPortabilityWarning(logger: Logger): (tools: readonly Tool[]) => void {
  const logged = new Set<string>();
  return (tools) => {
    for (const { toolId, problems } of portabilityReport(tools)) {
      const readers = [...new Set(problems.flatMap((problem) => problem.readers))].sort();
      const named = problems.slice(0, maxListed).map(({ message }) => message);
      const left = problems.length - named.length;
      const message = [...named, ...(left > 0 ? [`${left} more problems of this kind.`] : [])].join(' ');
      if (logged.has(`${toolId} ${message}`)) continue;
      logged.add(`${toolId} ${message}`);
      logger.warn({ toolId, readers }, `Some models cannot use this tool as it is. ${message}`);
    }
  };
}

/** Logs that something comes from an incompatible release. */
export type WarnOfRelease = (what: string, line: string | undefined) => void;

/** Logs packages of incompatible releases, once per release. */
export function createReleaseWarning(logger: Logger): WarnOfRelease {
  const logged = new Set<string>();
  return (what, line) => {
    if (line === undefined || line === compatibleRelease || logged.has(line)) return;
    logged.add(line);
    // A warning, not an error: most of it may work, and an app that starts today must start tomorrow.
    const { code, message } = new StartUpError(
      'TW_MIXED_RELEASES',
      `${what} comes from release ${line} of toolwire's packages, and its server from ${compatibleRelease}. Install one release of all packages; \`npm ls @toolwire/core\` shows which package brings the other`,
    );
    logger.warn({ code }, message);
  };
}
