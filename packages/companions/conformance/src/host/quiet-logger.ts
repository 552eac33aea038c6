import type { Logger } from '@toolwire/core';

const nothing = (): void => undefined;

/** For servers whose tools fail on purpose. */
export const quietLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
