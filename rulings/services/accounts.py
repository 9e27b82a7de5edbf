"""The people of the desk: their accounts and roles, and the log of what they did."""

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.db import transaction
from django.db.models import Model
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulings.models import SiteState

EDITORS, PUBLISHERS = "Editors", "Publishers"
CURATED = (
    "game",
    "cardset",
    "pack",
    "alias",
    "card",
    "cardalias",
    "synonym",
    "phrasing",
    "edition",
    "announcement",
    "mistakereport",
    "term",
)
SEEN = ("ruling", "unansweredsearch")
# What is ticked off when it is answered.
ANSWERED = "delete_unansweredsearch"
__all__ = ["ADDITION", "CHANGE", "note", "note_site"]


@transaction.atomic
def create_editor(name: str, password: str, *, is_publisher: bool) -> User:
    """Make an account, or give one that is there another password and role."""
    editors, publishers = make_groups()
    user, _ = User.objects.get_or_create(username=name)
    user.is_staff = user.is_active = True
    user.set_password(password)
    user.save()
    user.groups.set([editors, publishers] if is_publisher else [editors])
    return user


@transaction.atomic
def add_second_factor(user: User) -> str:
    """Let an account need a code from a phone; what the phone is told. One that it had is not valid any more."""
    remove_second_factor(user)
    device = TOTPDevice.objects.create(user=user, name="phone", confirmed=True)
    return str(device.config_url)


def remove_second_factor(user: User) -> None:
    """Let the password be enough."""
    TOTPDevice.objects.filter(user=user).delete()


def make_groups() -> tuple[Group, Group]:
    """The two groups with what they may do."""
    ours = Permission.objects.filter(content_type__app_label="rulings")
    editors, _ = Group.objects.get_or_create(name=EDITORS)
    curating = [f"{act}_{model}" for act in ("view", "add", "change", "delete") for model in CURATED]
    editors.permissions.set(ours.filter(codename__in=[*curating, ANSWERED, *(f"view_{model}" for model in SEEN)]))
    publishers, _ = Group.objects.get_or_create(name=PUBLISHERS)
    telling = [f"{act}_webhook" for act in ("view", "add", "change", "delete")]
    publishers.permissions.set(ours.filter(codename__in=["publish_edition", *telling]))
    return editors, publishers


def note(user: User | None, thing: Model, what: str, *, flag: int = CHANGE) -> None:
    """Log an act; one from the command line has no user and is not logged."""
    if user is not None:
        LogEntry.objects.log_actions(user.pk, [thing], flag, change_message=what, single_object=True)


def note_site(user: User, what: str) -> None:
    """Log an act that concerns the whole site."""
    note(user, SiteState.objects.get_or_create(pk=1)[0], what)
