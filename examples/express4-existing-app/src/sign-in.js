// @ts-check

/** @typedef {{ name: string }} User */
/** @typedef {import('express').Request & { user: User }} SignedIn What every route behind `signIn` is given. */

/** @type {ReadonlyMap<string, User>} */
const usersByToken = new Map([
  ['token-of-ada', { name: 'Ada' }],
  ['token-of-bob', { name: 'Bob' }],
]);

/**
 * The app's own sign-in: a token in, `request.user` out.
 * @type {import('express').RequestHandler}
 */
function signIn(request, response, next) {
  const user = usersByToken.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
  if (user === undefined) {
    response.status(401).json({ error: 'Please sign in' });
    return;
  }
  Object.assign(request, { user });
  next();
}

module.exports = { signIn };
