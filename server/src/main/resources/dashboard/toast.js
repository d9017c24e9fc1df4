// Short messages about what was done. They are announced, and go away by themselves.

const SHOWN_MILLIS = 6000;

export function toast(text) {
  let region = document.querySelector('.toasts');
  if (!region) {
    region = document.createElement('div');
    region.className = 'toasts';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  const message = document.createElement('p');
  message.textContent = text;
  region.append(message);
  setTimeout(() => message.remove(), SHOWN_MILLIS);
}
