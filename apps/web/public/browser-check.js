// biome-ignore-all lint/complexity/useArrowFunction: browsers of 2010 must read this file
/* Before the module script: sends browsers that cannot keep records safely (Chrome older than the last
   one for Android 5, or no Chrome) to a page that says so. */
(function (window) {
  var OLDEST = 95;
  var navigator = window.navigator;
  var document = window.document;

  /* Browsers made of Chromium that are not Chrome name themselves beside it. */
  var OTHERS =
    /Edg|OPR\/|Opera|OPT\/|SamsungBrowser|YaBrowser|Vivaldi|UCBrowser|UBrowser|MiuiBrowser|HuaweiBrowser|Whale|QQBrowser|Silk|DuckDuckGo|Brave|CriOS|FxiOS|; wv\)|FB_IAB|FBAN|FBAV|Instagram|Electron/;

  function versionFromBrands(brands) {
    var version = 0;
    var brand;
    var i;
    for (i = 0; i < brands.length; i += 1) {
      brand = brands[i].brand;
      if (brand === 'Chromium' || brand === 'Google Chrome' || brand === 'HeadlessChrome') {
        version = Math.max(version, parseInt(brands[i].version, 10) || 0);
      } else if (!/not.*brand/i.test(brand)) {
        return 0;
      }
    }
    return version;
  }

  function versionFromAgent(agent) {
    if (OTHERS.test(agent)) return 0;
    var match = /(?:Chrome|Chromium)\/(\d+)/.exec(agent);
    return match === null ? 0 : parseInt(match[1], 10);
  }

  var data = navigator.userAgentData;
  var brands = data ? data.brands : null;
  var version = versionFromAgent(navigator.userAgent);
  var asked = [window.location.pathname, window.location.search].join('');

  /* Brands exist only on secure addresses; where both speak, both must agree. */
  if (brands && brands.length > 0) version = Math.min(versionFromBrands(brands), version);

  /* The first paint has the language last used on this device, else the browser's: the same choice as
     `rememberedLanguage` of the application. */
  var LANGUAGES = ['en', 'es'];
  function language() {
    var asked = navigator.languages || [navigator.language];
    var known = null;
    var tag;
    var i;
    try {
      known = window.localStorage.getItem('crece.language');
    } catch (_error) {
      /* Storage may be switched off. */
    }
    if (LANGUAGES.indexOf(known) >= 0) return known;
    for (i = 0; i < asked.length; i += 1) {
      tag = String(asked[i]).toLowerCase().split('-')[0];
      if (LANGUAGES.indexOf(tag) >= 0) return tag;
    }
    return 'en';
  }
  document.documentElement.lang = language();

  /* A page of the version before, whose files are gone: loaded again it is the next one. Not in a circle,
     as without a connection the files may be missing for longer, and never once the application is drawn:
     others put scripts into pages too. */
  function loadAgain(event) {
    var now = Date.now();
    if (event.target.nodeName !== 'SCRIPT' || !document.querySelector('.first-paint')) return;
    try {
      if (now - window.sessionStorage.getItem('crece.again') < 10000) return;
      window.sessionStorage.setItem('crece.again', now);
    } catch (_error) {
      return;
    }
    window.location.reload();
  }
  window.addEventListener('error', loadAgain, true);

  if (version < OLDEST) window.location.replace(['/chrome-only.html#', asked].join(''));
  /* The browser offers the installation once, perhaps before a module runs: kept until a person asks. */ else
    window.addEventListener('beforeinstallprompt', function (event) {
      event.preventDefault();
      window.creceInstall = event;
    });
})(window);
