/** What the ports answer to invalid input, by request. */
export const invalidInputs: Readonly<Record<string, string>> = {
  'create_entities({})': 'Some input parameters are invalid\nentities: Is required',
  'create_entities({"entities":"Ada"})':
    'Some input parameters are invalid\nentities: Must be an array, got the string "Ada"',
  'create_entities({"entities":[{"name":"Ada"}]})':
    'Some input parameters are invalid\nentities: [0].entityType: is required; [0].observations: is required',
  'create_relations({"relations":[{"from":"Ada","to":7,"relationType":"likes"}]})':
    'Some input parameters are invalid\nrelations: [0].to: must be a string, got the number 7',
  'delete_entities({"entityNames":"Ada"})':
    'Some input parameters are invalid\nentityNames: Must be an array, got the string "Ada"',
  'open_nodes({"names":[1,null]})':
    'Some input parameters are invalid\nnames: [0]: must be a string, got the number 1; [1]: must be a string, got null',
  'search_nodes({})': 'Some input parameters are invalid\nquery: Is required',
  'sequentialthinking({})':
    'Some input parameters are invalid\nthought: Is required\nnextThoughtNeeded: Is required\nthoughtNumber: Is required\ntotalThoughts: Is required',
  'sequentialthinking({"thought":7,"nextThoughtNeeded":true,"thoughtNumber":1,"totalThoughts":3})':
    'Some input parameters are invalid\nthought: Must be a string, got the number 7',
  'sequentialthinking({"thought":"Look at the question","nextThoughtNeeded":"perhaps","thoughtNumber":1,"totalThoughts":3})':
    'Some input parameters are invalid\nnextThoughtNeeded: Expected boolean or "true"/"false" string, received "perhaps"',
  'sequentialthinking({"thought":"Look at the question","nextThoughtNeeded":true,"thoughtNumber":0,"totalThoughts":3})':
    'Some input parameters are invalid\nthoughtNumber: Must be at least 1, got 0',
  'sequentialthinking({"thought":"Look at the question","nextThoughtNeeded":true,"thoughtNumber":1.5,"totalThoughts":3})':
    'Some input parameters are invalid\nthoughtNumber: Must be an integer, got the number 1.5',
  'sequentialthinking({"thought":"Look at the question","nextThoughtNeeded":true,"thoughtNumber":1,"totalThoughts":"many"})':
    'Some input parameters are invalid\ntotalThoughts: Must be an integer, got the string "many"',
  'read_text_file({})': 'Some input parameters are invalid\npath: Is required',
  'read_text_file({"path":7})': 'Some input parameters are invalid\npath: Must be a string, got the number 7',
  'read_text_file({"path":"<folder>/empty.txt","head":"two"})':
    'Some input parameters are invalid\nhead: Must be a number, got the string "two"',
  'read_multiple_files({"paths":[]})': 'Some input parameters are invalid\npaths: Must have at least 1 item, got 0',
  'list_directory_with_sizes({"path":"<folder>/","sortBy":"age"})':
    'Some input parameters are invalid\nsortBy: Must be one of: name, size',
  'edit_file({"path":"<folder>/empty.txt","edits":[{"oldText":"a"}]})':
    'Some input parameters are invalid\nedits: [0].newText: is required',
  'echo({})': 'Some input parameters are invalid\nmessage: Is required',
  'echo({"message":7})': 'Some input parameters are invalid\nmessage: Must be a string, got the number 7',
  'get-annotated-message({"messageType":"loud"})':
    'Some input parameters are invalid\nmessageType: Must be one of: error, success, debug',
  'get-resource-links({"count":11})': 'Some input parameters are invalid\ncount: Must be at most 10, got 11',
  'get-structured-content({"location":"Paris"})':
    'Some input parameters are invalid\nlocation: Must be one of: New York, Chicago, Los Angeles',
  'get-sum({"a":"1","b":2})': 'Some input parameters are invalid\na: Must be a number, got the string "1"',
  'get-resource-reference({"resourceType":"Sound"})':
    'Some input parameters are invalid\nresourceType: Must be one of: Text, Blob',
  'gzip-file-as-resource({"name":"a.gz","data":"not a url"})':
    'Some input parameters are invalid\ndata: Must be a URI such as https://example.com/page, got the string "not a url"',
  'API-get-user({})': 'Some input parameters are invalid\nuser_id: Is required',
  'API-retrieve-a-page({"page_id":7})':
    'Some input parameters are invalid\npage_id: Must be a string, got the number 7',
  'API-get-users({"page_size":"many"})':
    'Some input parameters are invalid\npage_size: Must be an integer, got the string "many"',
  'API-post-page({"properties":{}})': 'Some input parameters are invalid\nparent: Is required',
  'API-patch-block-children({"block_id":"0b0d2a52-6f5c-4b2c-9f6e-2f1d6c1f9a01","children":"none"})':
    'Some input parameters are invalid\nchildren: Must be an array, got the string "none"',
};
