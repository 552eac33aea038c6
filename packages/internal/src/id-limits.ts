/** The maximum length of IDs that callers send: of calls, users, providers and secrets. */
export const maxIdLength = 256;
