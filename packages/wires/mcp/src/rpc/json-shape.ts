import type { Fields } from '@toolwire/core/wire';

export { type Fields, isObject } from '@toolwire/core/wire';

/** No members. */
export const noFields: Fields = Object.freeze({});
