/** Returns the person automatically after the result, once per tab so that the back button still works. */

const WAIT_MS = 3_000;

const back = document.querySelector<HTMLElement>('[data-return]');
if (back && sessionStorage.getItem(location.pathname) === null) {
  setTimeout(() => {
    sessionStorage.setItem(location.pathname, 'returned');
    location.assign(back.dataset.return!);
  }, WAIT_MS);
} else {
  back?.remove();
}
