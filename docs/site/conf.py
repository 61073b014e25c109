"""Sphinx's settings. The pages stand in docs/ and in the other folders of the repository; docs/site/build.py lays them out."""
import os
import re
import sys

SITE = os.environ["CAROM_SITE"]  # docs/site of the tree that is built
ROOT = os.path.dirname(os.path.dirname(SITE))
sys.path.insert(0, SITE)

with open(os.path.join(ROOT, "include", "carom", "carom.h"), encoding="utf-8") as header:
    release = version = re.search(r'define CAROM_VERSION +"(.*)"', header.read())[1]
project = "carom"
author = "The carom authors"
copyright = "the carom authors, MIT licence"

extensions = ["myst_parser", "breathe", "mathml"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
breathe_projects = {"carom": os.environ["CAROM_DOXYGEN"]}
breathe_default_project = "carom"
breathe_domain_by_extension = {"h": "c"}
breathe_show_include = False
primary_domain = "c"
highlight_language = "none"
nitpicky = False

root_doc = "index"
html_theme = "furo"
html_title = f"carom {release}"
html_static_path = [os.path.join(SITE, "_static")]
html_css_files = ["carom.css"]
html_extra_path = [path for path in [os.environ.get("CAROM_EXTRA", "")] if path]
html_show_sphinx = False
html_copy_source = False
html_math_renderer = "mathml"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5f8a", "color-brand-content": "#0b5f8a"},
    "dark_css_variables": {"color-brand-primary": "#7cc4ea", "color-brand-content": "#7cc4ea"},
    "footer_icons": [],
}
