import type { Logger } from '@toolwire/core';
import { releaseLine } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';

/** Makes what tells the log of something from releases that do not work together with the server's: once for each of those. */
export function createReleaseWarning(logger: Logger): (what: string, line: string | undefined) => void {
  const told = new Set<string>();
  return (what, line) => {
    if (line === undefined || line === releaseLine || told.has(line)) return;
    told.add(line);
    // Nothing is thrown: most of it may work, and the app that runs today should start tomorrow.
    const { code, message } = new StartUpError(
      'TW_MIXED_RELEASES',
      `${what} comes from release ${line} of toolwire's packages, and its server from ${releaseLine}. Install one release of all; \`npm ls @toolwire/core\` says who brings the other`,
    );
    logger.warn({ code }, message);
  };
}
