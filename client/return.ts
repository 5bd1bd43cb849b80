/** Returns the person automatically after the result, only once per tab, so the back button still works. */

const WAIT_MS = 5_000;

const back = document.querySelector<HTMLElement>('[data-return]');
const stay = document.querySelector<HTMLElement>('[data-stay]');

function leaveOnce(): void {
  sessionStorage.setItem(location.pathname, 'returned');
  location.assign(back!.dataset.return!);
}

function remain(): void {
  back?.remove();
  stay?.remove();
}

if (back && sessionStorage.getItem(location.pathname) === null) {
  const timer = setTimeout(leaveOnce, WAIT_MS);
  stay?.addEventListener('click', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    document.querySelector<HTMLElement>('h1')?.focus();
    remain();
  });
} else {
  remain();
}
