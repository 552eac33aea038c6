// @ts-check
const { mountTools } = require('@toolwire/express');
const express = require('express');
const { toolwire } = require('toolwire');
const { ordersOf, placeOrder } = require('./orders.js');
const { signIn } = require('./sign-in.js');
const { findOrders } = require('./tools.js');

/** @typedef {import('./sign-in.js').SignedIn} SignedIn */

const app = express();
app.use(express.json());

app.get('/orders', signIn, (request, response) => {
  response.json(ordersOf(/** @type {SignedIn} */ (request).user.name));
});

app.post('/orders', signIn, (request, response) => {
  response.status(201).json(placeOrder(/** @type {SignedIn} */ (request).user.name, request.body.item));
});

// All that is new: the tools, behind the sign-in the app has anyway.
const tools = toolwire({ tools: [findOrders] });
const mounted = mountTools(tools, {
  principal: (/** @type {SignedIn} */ request) => ({ id: request.user.name }),
});
app.use('/api/ai', signIn, mounted);

app.use((_request, response) => {
  response.status(404).json({ error: 'No such page' });
});

/** @type {import('express').ErrorRequestHandler} */
const answerError = (error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ error: 'Something went wrong' });
};
app.use(answerError);

module.exports = { app, tools };
