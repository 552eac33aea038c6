import type { Logger, Tool } from '@toolwire/core';
import { portabilityReport } from '@toolwire/portability';

/** How many problems of one tool the log names; the report has all of them. */
const mostNamed = 3;

/** Makes what tells the log of tools that some models will not take: each of them once, however often it is served anew. */
export function createPortabilityWarning(logger: Logger): (tools: readonly Tool[]) => void {
  const told = new Set<string>();
  return (tools) => {
    for (const { toolId, problems } of portabilityReport(tools)) {
      const readers = [...new Set(problems.flatMap((problem) => problem.readers))].sort();
      const named = problems.slice(0, mostNamed).map(({ message }) => message);
      const left = problems.length - named.length;
      const message = [...named, ...(left > 0 ? [`Besides, ${left} more of such problems.`] : [])].join(' ');
      if (told.has(`${toolId} ${message}`)) continue;
      told.add(`${toolId} ${message}`);
      logger.warn({ toolId, readers }, `Some models cannot use this tool as it is. ${message}`);
    }
  };
}
