// Addresses of pages. They stand behind the '#', so that names of resources reach no server's log
// and the page can be served below any path.

let current = parse();

function parse() {
  const text = location.hash.replace(/^#\/?/, '');
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  const parts = path.split('/').map(decode);
  return {
    page: parts[0] || 'overview',
    parts: parts.slice(1),
    params: new URLSearchParams(question < 0 ? '' : text.slice(question + 1)),
  };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function route() {
  return current;
}

export function onRoute(action) {
  addEventListener('hashchange', () => {
    current = parse();
    action(current);
  });
}

/** Changes the parameters of the address without a new entry in the browser's history. */
export function setParams(changes) {
  const params = new URLSearchParams(current.params);
  for (const [key, value] of Object.entries(changes)) {
    if (value) {
      params.set(key, value);
    } else {
      params.delete(key);
    }
  }
  const path = [current.page, ...current.parts].map(encodeURIComponent).join('/');
  const query = params.toString();
  history.replaceState(null, '', `#/${path}${query ? `?${query}` : ''}`);
  current = parse();
}
