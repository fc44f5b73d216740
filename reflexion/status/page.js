document.documentElement.classList.add('js');
(function () {
  var list = document.getElementById('learnings'), find = document.getElementById('find'), sort = document.getElementById('sort');
  if (!list) return;
  var shown = document.getElementById('shown'), more = document.getElementById('more'), STEP = 100, most = STEP, filter = '';
  var rows = Array.prototype.slice.call(list.children);
  var buttons = Array.prototype.slice.call(document.querySelectorAll('.filters button'));
  var texts = new Map(rows.map(function (row) { return [row, row.textContent.toLowerCase()]; }));
  function update() {
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean), count = 0;
    rows.forEach(function (row) {
      var fits = (!filter || (' ' + row.dataset.tags + ' ').indexOf(' ' + filter + ' ') >= 0) &&
        words.every(function (word) { return texts.get(row).indexOf(word) >= 0; });
      if (fits) count += 1;
      row.hidden = !fits || count > most;
    });
    shown.textContent = count === rows.length ? count + (count === 1 ? ' learning' : ' learnings') : count + ' of ' + rows.length;
    more.hidden = count <= most;
    more.textContent = 'Shown: ' + Math.min(count, most) + ' of ' + count + '. Show more';
  }
  function order() {
    var by = sort.value;
    rows.sort(function (a, b) {
      var x = a.dataset[by], y = b.dataset[by];
      return by === 'seen' || by === 'said' ? y - x : x < y ? 1 : x > y ? -1 : b.dataset.place - a.dataset.place;
    });
    rows.forEach(function (row) { list.appendChild(row); });
    update();
  }
  function choose(button) {
    filter = button.value; most = STEP;
    buttons.forEach(function (other) { other.setAttribute('aria-pressed', String(other === button)); });
    update();
  }
  function reveal() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.classList.contains('learning')) return;
    target.hidden = false;
    target.querySelector('details').open = true;
    target.scrollIntoView();
  }
  buttons.forEach(function (button) { button.addEventListener('click', function () { choose(button); }); });
  find.addEventListener('input', function () { most = STEP; update(); });
  sort.addEventListener('change', order);
  more.addEventListener('click', function () { most += 5 * STEP; update(); });
  document.addEventListener('keydown', function (event) {
    if (event.key === '/' && document.activeElement !== find) { event.preventDefault(); find.focus(); }
    if (event.key === 'Escape' && document.activeElement === find) { find.value = ''; update(); }
  });
  window.addEventListener('hashchange', reveal);
  order(); reveal();
})();
