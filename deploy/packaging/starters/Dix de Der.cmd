@echo off
chcp 65001 >nul
title Dix de Der
cd /d "%~dp0"
"%~dp0python\python.exe" "%~dp0site\dix_de_der\manage.py" serve --browser
echo.
pause
