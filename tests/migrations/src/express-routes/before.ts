import express from 'express';

const orders = new Map([['A-17', { item: 'tea', quantity: 2 }]]);

const app = express();
app.use(express.json());

app.get('/orders/:number', (request, response) => {
  const order = orders.get(request.params.number);
  if (order === undefined) {
    return void response
      .status(404)
      .json({ error: `There is no order ${request.params.number}` });
  }
  response.json(order);
});

app.put('/orders/:number', (request, response) => {
  const { item, quantity } = request.body as {
    item?: unknown;
    quantity?: unknown;
  };
  if (typeof item !== 'string' || typeof quantity !== 'number') {
    return void response
      .status(400)
      .json({ error: 'An order needs an item and a quantity' });
  }
  orders.set(request.params.number, { item, quantity });
  response.json({ item, quantity });
});

app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
