/** A shop whose operations have something of each kind that may change. */
export const shopDocument = `
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example.com }]
security: [{ login: [orders.read] }]
components:
  securitySchemes:
    login: { type: oauth2, flows: {} }
    key: { type: apiKey, in: header, name: X-Key }
    token: { type: http, scheme: bearer }
  schemas:
    Health: { type: object, additionalProperties: false, properties: { ok: { type: boolean } } }
    Address:
      type: object
      required: [street]
      properties:
        street: { type: string, maxLength: 80 }
        country: { type: string, default: DE }
    NewOrder:
      type: object
      required: [items]
      properties:
        items: { type: array, minItems: 1, items: { type: string } }
        to: { $ref: '#/components/schemas/Address' }
        note: { type: string }
    Order:
      type: object
      required: [id, state, total]
      properties:
        id: { type: string }
        state: { type: string, enum: [open, paid] }
        total: { type: integer }
        note: { type: string }
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      description: Lists the orders.
      parameters:
        - { name: state, in: query, schema: { type: string, enum: [open, paid, sent] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 100, default: 20 } }
        - { name: ids, in: query, schema: { type: array, items: { type: string } } }
        - { name: shop, in: query, required: true, schema: { type: string } }
      responses:
        '200':
          description: The orders.
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } }
    post:
      operationId: createOrder
      description: Creates an order.
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/NewOrder' } }
      responses:
        '201':
          description: The order.
          content:
            application/json: { schema: { $ref: '#/components/schemas/Order' } }
  /orders/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    put:
      operationId: changeOrder
      description: Changes an order.
      requestBody:
        content:
          application/json: { schema: { type: object, properties: { note: { type: string } } } }
      responses: { '204': { description: Changed. } }
    delete:
      operationId: cancelOrder
      description: Cancels an order.
      deprecated: true
      security: [{ key: [] }]
      responses: { '204': { description: Canceled. } }
  /health:
    get:
      operationId: readHealth
      description: Reads the health.
      security: []
      responses:
        '200':
          description: The health.
          content:
            application/json: { schema: { $ref: '#/components/schemas/Health' } }
`;
