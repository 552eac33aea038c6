import { documentTools, fixtureTools } from '@toolwire/conformance/fixtures';
import { consoleLogger, type Logger, type Toolwire, toolwire } from 'toolwire';

/** What the spec-server serves. */
export interface SpecServerOptions {
  /** Serves the `Conf.*` tools as well, which misbehave on purpose. */
  readonly fixtures: boolean;
  readonly logger?: Logger;
}

/** The documents' own tools, answering in the documents' own words. */
export function specServer({ fixtures, logger = consoleLogger }: SpecServerOptions): Toolwire {
  return toolwire({
    tools: [...documentTools(), ...(fixtures ? fixtureTools() : [])],
    // The text's own answer is "Must be a number", and no more.
    rejectedValues: 'hide',
    logger,
  });
}
