"""Django's settings, all of them from the environment; docs/settings.md describes each."""

import os
from datetime import timedelta
from pathlib import Path

from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF

from rulings_site import environment

ROOT = Path(__file__).resolve().parent.parent
DATA = environment.data_folder(ROOT / "var")

DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
# Our own proxies between the visitors and this server.
PROXIES = environment.count("PROXIES", default=int(HTTPS))
SECRET_KEY = environment.secret_key(DATA)
ALLOWED_HOSTS = environment.host_names(default="localhost,127.0.0.1,[::1]")
DATABASES = {"default": environment.database(DATA)}
HAYSTACK_CONNECTIONS = {"default": environment.search(DATA)}
# The index holds rulings alone; asking it which models it knows costs a search of its own.
HAYSTACK_LIMIT_TO_REGISTERED_MODELS = False

INSTALLED_APPS = [
    "rulings_site.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    # Before Haystack, whose command rebuild_index it replaces.
    "rulings",
    "haystack",
]
MIDDLEWARE = [
    "rulings_site.journal.JournalMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "rulings_site.policies.PermissionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "rulings_site.languages.LanguageMiddleware",
    "rulings.api.problems.ProblemMiddleware",
    "rulings_site.read_only.ReadOnlyMiddleware",
    "rulings_site.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "rulings.views.errors.AbsenceMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "rulings_site.urls"
WSGI_APPLICATION = "rulings_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "builtins": [
                "rulings.templatetags.wording",
                "rulings.templatetags.framing",
                "rulings.templatetags.plainly",
                "rulings.templatetags.sentences",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FIXTURES = ROOT / "fixtures"
# Whether the files to download are built right after a publication, or only when somebody asks for them.
DOWNLOADS_AHEAD = environment.flag("DOWNLOADS_AHEAD", default="1")
# Whether questions are also answered by what rulings mean; bin/setup puts the model there.
SEMANTIC = environment.flag("SEMANTIC", default="on")
MODEL = ROOT / ".venv" / "model"
# Whether a draft must be published by somebody else than its owner.
SECOND_PERSON = environment.flag("SECOND_PERSON")
# The desk tells publishers by mail that a draft is ready, and everybody what an edition changed, where a mail server is
# named; release notes also go to these addresses, such as a mailing list.
NEWS_ADDRESSES = environment.names("MAIL_NEWS_TO", default="")
EMAIL_HOST = os.environ.get("MAIL_HOST", "")
EMAIL_PORT = environment.count("MAIL_PORT", default=25)
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "rulings@localhost")
EMAIL_TIMEOUT = 10

# The address of the site, for what is read elsewhere: mails and messages.
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
# Hosts of our own network that webhooks may call, also without HTTPS.
WEBHOOK_HOSTS = environment.names("WEBHOOK_HOSTS", default="")

# Who knows it may read /metrics from elsewhere than this machine.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
# Whether everything is served and nothing can be changed.
READ_ONLY = environment.flag("READ_ONLY")
# How many requests a second an address may make, on average; none: as many as it likes.
THROTTLE = environment.count("THROTTLE", default=20)

# Pages that have been made, for each process; validating.py says for how long they hold.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 500},
    }
}

# The interface is in these languages; its words are in locale/, and bin/setup compiles them.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español"), ("fr", "Français"), ("ko", "한국어")]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [str(ROOT / ".venv" / "locale")]
TIME_ZONE = "UTC"
USE_TZ = True

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Somebody who gets a password wrong so often has to wait.
OTP_TOTP_ISSUER = "Rulings"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=10)
# An address is locked, whatever names it tries; and a name, from wherever it is tried.
AXES_LOCKOUT_PARAMETERS = ["ip_address", "username"]
AXES_CLIENT_IP_CALLABLE = "rulings_site.proxies.visitor_address"
AXES_LOCKOUT_TEMPLATE = "admin/locked.html"
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(exist_ok=True)
# bin/setup makes them.
FONTS = ROOT / ".venv" / "fonts"
STATICFILES_DIRS = [ROOT / "static", *([("fonts", FONTS)] if FONTS.exists() else [])]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "rulings_site.storage.StaticStorage"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# Anybody's page may read what is data: without cookies, for there is nothing to sign in to.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^(?:/(?:api|downloads|feeds)/|.*\.(?:json|md)$)"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
CORS_ALLOW_HEADERS = [*default_headers, "if-none-match", "if-modified-since"]
CORS_EXPOSE_HEADERS = ["ETag", "Last-Modified", "Allow"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
# Asked for on this machine, past the proxy.
SECURE_REDIRECT_EXEMPT = [r"^(?:healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Whether its subdomains speak HTTPS, and always will, is for the owner of a domain to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

# The lines of the log: for people, or one JSON object each; and whether every request is written down.
LOG_FORMAT = environment.one_of("LOG_FORMAT", ("plain", "json"))
ACCESS_LOG = environment.flag("ACCESS_LOG")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "rulings_site.journal.RequestFilter"}},
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} [{request_id}]: {message}", "style": "{"},
        "json": {"()": "rulings_site.journal.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "access": {"level": "INFO" if ACCESS_LOG else "WARNING"},
        # A visitor's wrong address is not an error.
        "django.request": {"level": "ERROR"},
        # Of a cluster that does not answer, the search itself says so.
        "opensearch": {"level": "CRITICAL"},
    },
}
