// biome-ignore-all lint/complexity/useArrowFunction: browsers of 2010 must read this file
/* Shows the address to open in Chrome: the one that was asked for. Plain old JavaScript. */
(function () {
  var asked = window.location.hash.slice(1);
  var path = /^\/(?!\/)/.test(asked) ? asked : '/';
  var place = document.getElementById('address');
  place.textContent = [window.location.protocol, '//', window.location.host, path].join('');
})();
