/** How many characters an id may have that a caller sends: of a call, a user, a provider, a secret. It is kept, compared and logged. */
export const longestId = 256;
