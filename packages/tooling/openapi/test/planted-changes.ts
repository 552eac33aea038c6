/** One change of an OpenAPI Overlay. */
export interface Action {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/** The change of a tool that a second import must find. */
interface FoundChange {
  readonly tool: string;
  readonly bump: 'patch' | 'minor' | 'major';
  readonly state: 'added' | 'removed' | 'changed';
  readonly texts: readonly string[];
}

/** Changes to the document of the shop, and what they mean for its tools, sorted by their names. */
export interface PlantedChange {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly found: readonly FoundChange[];
}

const planted = (name: string, actions: readonly Action[], ...found: readonly FoundChange[]): PlantedChange => ({
  name,
  actions,
  found,
});
const found =
  (bump: FoundChange['bump'], state: FoundChange['state'] = 'changed') =>
  (tool: string, ...texts: readonly string[]): FoundChange => ({ tool, bump, state, texts });
const [patch, minor, major] = [found('patch'), found('minor'), found('major')];
const [added, removed] = [found('minor', 'added'), found('major', 'removed')];
const ofOrders = (change: typeof major, text: string) => [change('CreateOrder', text), change('ListOrders', text)];

export const update = (target: string, value: unknown): Action => ({ target: `$.${target}`, update: value });
const remove = (target: string): Action => ({ target: `$.${target}`, remove: true });
const replace = (target: string, name: string, value: unknown) => [
  remove(`${target}.${name}`),
  update(target, { [name]: value }),
];

export const list = "paths['/orders'].get";
const create = "paths['/orders'].post";
const change = "paths['/orders/{id}'].put";
const cancel = "paths['/orders/{id}'].delete";
const health = "paths['/health'].get";
const order = 'components.schemas.Order';
const newOrder = 'components.schemas.NewOrder';
const address = 'components.schemas.Address';
const parameter = (name: string) => `${list}.parameters[?@.name=='${name}']`;
const query = (name: string, type: string, more: object = {}) => ({ name, in: 'query', schema: { type }, ...more });

const isInvalid = 'Some valid input is now invalid.';
const acceptsMore = 'The input accepts more than before.';
const isSameInput = 'The input schema changed, but the valid values did not.';
const isNewOutput = 'The output may have values that were not allowed before.';
const isSpecific = 'The output is more specific than before.';
const otherRequest = (part: string) => `The request to the API changed: ${part}.`;

const healthOperation = {
  operationId: 'readHealth',
  description: 'Reads the health.',
  security: [],
  responses: {
    200: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } } },
  },
};

export const operations = [
  planted(
    'an added operation',
    [update('paths', { '/carts': { get: { operationId: 'listCarts', responses: {} } } })],
    added('ListCarts'),
  ),
  planted('a removed operation', [remove(cancel)], removed('CancelOrder')),
  planted(
    'a renamed operation',
    [update(change, { operationId: 'editOrder' })],
    removed('ChangeOrder'),
    added('EditOrder'),
  ),
  planted('a deprecation', [update(list, { deprecated: true })], minor('ListOrders', 'The tool is now deprecated.')),
  planted('no deprecation', [remove(`${cancel}.deprecated`)], minor('CancelOrder', 'no longer deprecated')),
  planted('another description', [update(list, { description: 'Finds.' })], patch('ListOrders', 'The description')),
  planted('another summary', [update(list, { summary: 'Find orders' })], patch('ListOrders', 'The title changed.')),
  planted(
    'another path',
    [remove("paths['/health']"), update('paths', { '/status': { get: healthOperation } })],
    patch('ReadHealth', otherRequest('URL')),
  ),
  planted(
    'another server',
    [update(health, { servers: [{ url: 'https://status.example.com' }] })],
    patch('ReadHealth', otherRequest('URL')),
  ),
];

export const parameters = [
  planted(
    'a new required parameter',
    [update(`${list}.parameters`, query('currency', 'string', { required: true }))],
    major('ListOrders', `${isInvalid} At currency: it is required.`),
  ),
  planted('a new parameter', [update(`${list}.parameters`, query('q', 'string'))], minor('ListOrders', acceptsMore)),
  planted('a removed parameter', [remove(parameter('state'))], major('ListOrders', `${isInvalid} At state`)),
  planted(
    'a renamed parameter',
    [update(parameter('state'), { name: 'status' })],
    major('ListOrders', `${isInvalid} At state`),
  ),
  planted(
    'a parameter that is required now',
    [update(parameter('limit'), { required: true })],
    major('ListOrders', `${isInvalid} At limit`),
  ),
  planted(
    'a parameter that is optional now',
    [update(parameter('shop'), { required: false })],
    minor('ListOrders', acceptsMore),
  ),
  planted(
    'another type',
    [update(`${parameter('shop')}.schema`, { type: 'boolean' })],
    major('ListOrders', `${isInvalid} At shop`),
  ),
  planted(
    'a wider type',
    [update(`${parameter('limit')}.schema`, { type: 'number' })],
    minor('ListOrders', acceptsMore),
  ),
  planted(
    'a parameter that may be null',
    [update(`${parameter('shop')}.schema`, { type: ['string', 'null'] })],
    minor('ListOrders', acceptsMore),
  ),
  planted(
    'a removed value of an enum',
    replace(`${parameter('state')}.schema`, 'enum', ['open', 'paid']),
    major('ListOrders', `${isInvalid} At state`),
  ),
  planted(
    'a new value of an enum',
    [update(`${parameter('state')}.schema.enum`, 'lost')],
    minor('ListOrders', acceptsMore),
  ),
  planted(
    'a lower maximum',
    [update(`${parameter('limit')}.schema`, { maximum: 50 })],
    major('ListOrders', `${isInvalid} At limit`),
  ),
  planted(
    'a higher maximum',
    [update(`${parameter('limit')}.schema`, { maximum: 500 })],
    minor('ListOrders', acceptsMore),
  ),
  planted(
    'a new pattern',
    [update(`${parameter('shop')}.schema`, { pattern: '^[a-z]+$' })],
    major('ListOrders', `${isInvalid} At shop`),
  ),
  planted('a new format', [update(`${parameter('shop')}.schema`, { format: 'uuid' })], major('ListOrders', 'At shop')),
  planted(
    'another default',
    [update(`${parameter('limit')}.schema`, { default: 10 })],
    major('ListOrders', 'At limit: the default changed from 20 to 10.'),
  ),
  planted(
    'a removed default',
    [remove(`${parameter('limit')}.schema.default`)],
    major('ListOrders', 'At limit: the default 20 was removed.'),
  ),
  planted(
    'a new default',
    [update(`${parameter('state')}.schema`, { default: 'open' })],
    minor('ListOrders', 'At state: the default is now "open".'),
  ),
  planted(
    'a description of a parameter',
    [update(parameter('limit'), { description: 'At most.' })],
    patch('ListOrders', isSameInput),
  ),
  planted(
    'another style',
    [update(parameter('ids'), { explode: false })],
    patch('ListOrders', otherRequest('parameter ids')),
  ),
  planted(
    'a parameter in a header',
    [update(parameter('shop'), { in: 'header' })],
    patch('ListOrders', otherRequest('parameter shop')),
  ),
];

export const bodies = [
  planted(
    'a new required field',
    [update(`${newOrder}.required`, 'note')],
    major('CreateOrder', `${isInvalid} At body.note`),
  ),
  planted(
    'a body that is required now',
    [update(`${change}.requestBody`, { required: true })],
    major('ChangeOrder', `${isInvalid} At body`),
  ),
  planted(
    'a shorter string in a referenced schema',
    [update(`${address}.properties.street`, { maxLength: 40 })],
    major('CreateOrder', 'At body.to.street: longer strings are not accepted.'),
  ),
  planted(
    'another default in a referenced schema',
    [update(`${address}.properties.country`, { default: 'FR' })],
    major('CreateOrder', 'At body.to.country: the default changed from "DE" to "FR".'),
  ),
  planted(
    'a removed field',
    [remove(`${newOrder}.properties.note`)],
    major('CreateOrder', acceptsMore, 'At body.note: it was removed, so its value may be ignored.'),
  ),
  planted(
    'a form in place of JSON',
    replace(`${change}.requestBody`, 'content', {
      'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { note: { type: 'string' } } } },
    }),
    patch('ChangeOrder', otherRequest('body')),
  ),
];

export const responses = [
  planted(
    'a removed field',
    [remove(`${order}.properties.total`), remove(`${order}.required[2]`)],
    ...ofOrders(major, isNewOutput),
  ),
  planted(
    'a new field',
    [update(`${order}.properties`, { currency: { type: 'string' } })],
    ...ofOrders(minor, isSpecific),
  ),
  planted('a field that may be missing now', [remove(`${order}.required[2]`)], ...ofOrders(major, isNewOutput)),
  planted(
    'a field that may be null now',
    [update(`${order}.properties.total`, { type: ['integer', 'null'] })],
    ...ofOrders(major, isNewOutput),
  ),
  planted('a wider type', [update(`${order}.properties.total`, { type: 'number' })], ...ofOrders(major, isNewOutput)),
  planted('a new value', [update(`${order}.properties.state.enum`, 'sent')], ...ofOrders(major, isNewOutput)),
  planted('a removed value', replace(`${order}.properties.state`, 'enum', ['open']), ...ofOrders(minor, isSpecific)),
  planted(
    'another media type',
    replace(`${health}.responses['200']`, 'content', { 'text/plain': {} }),
    major('ReadHealth', isNewOutput),
  ),
  planted('no content', [remove(`${create}.responses['201'].content`)], major('CreateOrder', isNewOutput)),
];

export const credentials = [
  planted(
    'credentials that are required now',
    [remove(`${health}.security`)],
    major('ReadHealth', 'now requires: authorization login.', 'now requires: scope orders.read of login.'),
  ),
  planted(
    'credentials that are no longer required',
    [remove(`${cancel}.security[0]`)],
    minor('CancelOrder', 'no longer requires: secret key.'),
  ),
  planted(
    'another scheme',
    replace(cancel, 'security', [{ token: [] }]),
    major('CancelOrder', 'now requires: authorization token.', 'no longer requires: secret key.'),
  ),
  planted(
    'an additional scope',
    [update(list, { security: [{ login: ['orders.read', 'orders.all'] }] })],
    major('ListOrders', 'now requires: scope orders.all of login.'),
  ),
  planted(
    'a removed scope',
    [update(list, { security: [{ login: [] }] })],
    minor('ListOrders', 'no longer requires: scope orders.read of login.'),
  ),
  planted(
    'a key in the query',
    [update('components.securitySchemes.key', { in: 'query', name: 'key' })],
    patch('CancelOrder', otherRequest('credential key')),
  ),
  planted(
    'a scope that callers of the tool need',
    [update(list, { 'x-toolwire': { scopes: ['shop:read'] } })],
    major('ListOrders', 'now requires: scope shop:read.'),
  ),
  planted(
    'an annotation',
    [update(create, { 'x-toolwire': { annotations: { destructive: true } } })],
    patch('CreateOrder', 'The annotations changed.'),
  ),
];
