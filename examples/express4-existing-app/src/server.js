// @ts-check
const { closeGracefully } = require('toolwire');
const { app, tools } = require('./app.js');

const server = app.listen(Number(process.env['PORT'] ?? 3000), () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`The shop, and its tools under /api/ai: http://127.0.0.1:${port}`);
});

// SIGTERM and Ctrl-C end it once all is answered, what the tools are at and what the app itself is at.
closeGracefully(server, tools);
