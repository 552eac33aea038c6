// @ts-check

/** @typedef {{ id: string, user: string, item: string, status: 'open' | 'shipped' }} Order */

/** @type {Order[]} */
const orders = [
  { id: 'o-1', user: 'Ada', item: 'engine', status: 'shipped' },
  { id: 'o-2', user: 'Ada', item: 'punched cards', status: 'open' },
  { id: 'o-3', user: 'Bob', item: 'ladder', status: 'open' },
];

/** @param {string} user */
function ordersOf(user) {
  return orders.filter((order) => order.user === user);
}

/**
 * @param {string} user
 * @param {string} item
 */
function placeOrder(user, item) {
  /** @type {Order} */
  const order = { id: `o-${orders.length + 1}`, user, item, status: 'open' };
  orders.push(order);
  return order;
}

module.exports = { ordersOf, placeOrder };
