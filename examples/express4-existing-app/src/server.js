// @ts-check
const { app } = require('./app.js');

const server = app.listen(Number(process.env['PORT'] ?? 3000), () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`The shop, and its tools under /api/ai: http://127.0.0.1:${port}`);
});
