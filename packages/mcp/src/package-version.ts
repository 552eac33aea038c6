/** The version of this package, which a test holds against its package.json. */
export const packageVersion = '0.0.0';
