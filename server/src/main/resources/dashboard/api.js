// Calls the server's public API. The token, if there is one, is kept for this tab only.

const TOKEN = 'holdfast-token';

/** Tells the application when the server no longer accepts the credential. */
export const signals = new EventTarget();

/** A reply that is not a success, or status 0 if the server cannot be reached. */
export class ApiError extends Error {
  constructor(status, code, detail) {
    super(detail || code || `status ${status}`);
    this.status = status;
    this.code = code;
  }
}

export function token() {
  return sessionStorage.getItem(TOKEN);
}

export function keepToken(text) {
  sessionStorage.setItem(TOKEN, text);
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

/** Server time minus this browser's time, in milliseconds; the Date header has whole seconds. */
let skewMillis = 0;
let skewKnown = false;

/** Returns the server's time, as far as it is known. */
export function now() {
  return Date.now() + skewMillis;
}

function learnTime(response) {
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isFinite(date)) {
    const skew = date + 500 - Date.now();
    // Differences below two seconds are the rounding of the header and the way of the reply.
    if (!skewKnown || Math.abs(skew - skewMillis) > 2000) {
      skewMillis = Math.abs(skew) < 2000 ? 0 : skew;
      skewKnown = true;
    }
  }
}

export function headers(more = {}) {
  const all = {...more};
  const text = token();
  if (text && !all.Authorization) {
    all.Authorization = `Bearer ${text}`;
  }
  return all;
}

/** Each API has its own error format. */
function problem(status, body) {
  const error = body?.error;
  const code = typeof error === 'string' ? error : (error?.code ?? body?.error_code);
  const detail = body?.detail ?? body?.message ?? error?.message;
  return new ApiError(status, code, detail);
}

/** Sends a request and returns the response, even if it is an error. */
export async function send(method, path, {signal, more} = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      headers: headers(more),
      cache: 'no-store',
      credentials: 'same-origin',
    });
  } catch (cause) {
    if (cause.name === 'AbortError') {
      throw cause;
    }
    throw new ApiError(0, 'unreachable', 'The server cannot be reached.');
  }
  learnTime(response);
  if (response.ok) {
    return response;
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    // A proxy may answer with a page of its own.
  }
  const error = problem(response.status, body);
  if (response.status === 401 && !more?.Authorization) {
    signals.dispatchEvent(new CustomEvent('unauthorized', {detail: error}));
  }
  throw error;
}

export async function get(path, options) {
  return (await send('GET', path, options)).json();
}

export async function remove(path) {
  await send('DELETE', path);
}

export function resourcePath(api, key) {
  return `v1/resources/${encodeURIComponent(api)}/${encodeURIComponent(key)}`;
}
